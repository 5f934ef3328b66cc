/** One attempt of a request: sends it and reads the complete response. */
import type { WireRequest } from './request.ts';
import type { Resolved } from './settings.ts';

/** A complete response. */
export interface Reply {
  readonly status: number;
  readonly headers: Headers;
  /** The parsed body; `undefined` if it is not JSON. */
  readonly body: unknown;
}

/** No complete response arrived: whether the request was executed is unknown. */
export interface Lost {
  readonly lost: 'connection' | 'time';
  readonly cause: unknown;
}

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

/**
 * @param timeout - milliseconds for the complete exchange
 * @throws the reason of `signal` once that is aborted
 */
export const exchange = async (
  { fetch }: Pick<Resolved, 'fetch'>,
  { url, method, headers, body }: WireRequest,
  timeout: number,
  signal: AbortSignal | undefined,
): Promise<Reply | Lost> => {
  const controller = new AbortController();
  const stop = () => controller.abort(signal?.reason);
  signal?.throwIfAborted();
  signal?.addEventListener('abort', stop, { once: true });
  let late = false;
  const timer = setTimeout(() => {
    late = true;
    controller.abort();
  }, timeout);
  try {
    const response = await fetch(url, {
      method,
      headers,
      // The key must not follow to another host.
      redirect: 'manual',
      signal: controller.signal,
      ...(body !== undefined && { body }),
    });
    const read = parsed(await response.text());
    const { ok, status } = response;
    if (ok && read === undefined) return { lost: 'connection', cause: new Error(`status ${status} without JSON`) };
    return { status, headers: response.headers, body: read };
  } catch (cause) {
    signal?.throwIfAborted();
    return { lost: late ? 'time' : 'connection', cause };
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', stop);
  }
};
