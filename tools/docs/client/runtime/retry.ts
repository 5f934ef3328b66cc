/** Which responses are retried, and when. */

/** Milliseconds: the first wait is up to the base, each further one up to twice as much, and none more than the cap. */
const BASE = 500;
const CAP = 20_000;

const RETRIED = new Set([429, 500, 502, 503, 504]);
const CONFLICT = 409;

/**
 * Whether the same request may succeed later. A conflict may if it has `Retry-After`; without it the record's state
 * prevents the request.
 */
export const isRetried = (status: number, retryAfter: number | undefined): boolean =>
  RETRIED.has(status) || (status === CONFLICT && retryAfter !== undefined);

/** Seconds that `Retry-After` asks for: a number of them, or a date (RFC 9110, 10.2.3). */
export const retryAfterOf = (header: string | null, now: number): number | undefined => {
  if (header === null) return undefined;
  if (/^\s*[0-9]{1,9}\s*$/.test(header)) return Number(header);
  const at = Date.parse(header);
  return Number.isNaN(at) ? undefined : Math.max(0, Math.ceil((at - now) / 1000));
};

/**
 * Milliseconds to wait before the next attempt: `Retry-After`, plus a random time up to a bound that doubles. The
 * random part spreads clients that failed together.
 *
 * @param failed - attempts so far, from 1
 * @param chance - from 0 to 1
 */
export const waitBefore = (failed: number, retryAfter: number | undefined, chance: number): number =>
  (retryAfter ?? 0) * 1000 + chance * Math.min(CAP, BASE * 2 ** (failed - 1));

/** @throws the reason of `signal` once that is aborted */
export const pause = (milliseconds: number, signal: AbortSignal | undefined): Promise<void> =>
  new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop);
      resolve();
    }, milliseconds);
    if (signal?.aborted) stop();
    else signal?.addEventListener('abort', stop, { once: true });
  });
