/** When a delivery is tried again, and when a webhook that fails is left alone (docs/webhooks.md). Pure. */
import type { Attempt } from '../repository/delivery.ts';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Milliseconds between a try that failed and the next one. After the last wait and try a delivery has failed. */
export const WAITS: readonly number[] = [
  5 * SECOND,
  5 * MINUTE,
  30 * MINUTE,
  2 * HOUR,
  5 * HOUR,
  10 * HOUR,
  14 * HOUR,
  20 * HOUR,
  24 * HOUR,
];

/** Each wait is shortened by chance by up to this part, so that what failed at once does not come again at once. */
const SPREAD = 0.2;
/** An endpoint may ask for no longer wait. */
const LONGEST_ASKED = DAY;
/** After so many failures in a row one request at a time is tried, and the rest wait for it. */
export const PROBED_FROM = 10;
/** A webhook of which nothing succeeds for so long is disabled. */
const MOST_FAILING = 5 * DAY;

/**
 * How often a message of the queue is received before it moves to the dead-letter queue: with a visibility time-out of
 * two and a half minutes, DynamoDB may be unavailable for half an hour.
 */
export const MOST_RECEIPTS = 12;
/** From so many receipts on, what comes of a message may be its last. */
const NEARLY_LAST = 10;

/** Whether the queue may show a message no more after this receipt, or after one of the next two. */
export const isNearlyLast = (receipts: number): boolean => receipts >= NEARLY_LAST;

/**
 * How long a probe's failure keeps the rest waiting, by the number of failures in a row.
 *
 * @param waits - milliseconds; the last one repeats
 */
export const probeWait = (failures: number, waits = WAITS): number =>
  waits[Math.min(Math.max(failures - PROBED_FROM, 0), waits.length - 1)]!;

/** When what waits behind a probe is looked at again: not all at once, and the more apart the longer the wait was. */
export const afterProbe = (probeAt: number, failures: number, chance: number, waits = WAITS): number =>
  Math.floor(probeAt + SPREAD * probeWait(failures - 1, waits) * chance);

/**
 * Milliseconds that a `Retry-After` asks for: seconds, or a date.
 *
 * @param now - epoch milliseconds
 */
export const retryAfterOf = (text: string | undefined, now: number): number => {
  if (text === undefined) return 0;
  const trimmed = text.trim();
  const asked = /^[0-9]+$/.test(trimmed) ? Number(trimmed) * SECOND : Date.parse(trimmed) - now;
  return Number.isNaN(asked) ? 0 : Math.min(Math.max(asked, 0), LONGEST_ASKED);
};

export interface Tried {
  readonly attempt: Attempt;
  readonly retryAfter: string | undefined;
  /** Whether the webhook has another URL by now, or was enabled: nothing ends then, and the delivery is tried there. */
  readonly isElsewhere?: boolean;
  /** Tries before this one. */
  readonly tries: number;
  /** When the webhook's failures in a row began, in epoch milliseconds. */
  readonly failingSince: number | undefined;
  /** Epoch milliseconds. */
  readonly now: number;
  /** From 0 to below 1. */
  readonly chance: number;
}

/** That a webhook or connector is sent nothing any more. */
export interface Disabling {
  readonly reason: string;
  /** Epoch milliseconds of the first of the failures in a row, if they are the reason: if enabled since, it is not disabled. */
  readonly failingSince?: number;
}

/** Whether a request that failed disables what it was sent to. @param now - epoch milliseconds */
export const disablingBy = ({
  isGone,
  failingSince,
  now,
}: {
  readonly isGone: boolean;
  readonly failingSince: number | undefined;
  readonly now: number;
}): Disabling | undefined => {
  if (isGone) return { reason: 'it answered 410 Gone' };
  if (failingSince === undefined || now - failingSince < MOST_FAILING) return undefined;
  return { reason: 'no request succeeded for 5 days', failingSince };
};

/** What follows from a try: for its delivery, and for the webhook where it is disabled. */
export type CheckOutcome =
  | { readonly status: 'delivered' }
  | { readonly status: 'pending'; readonly nextAttemptAt: number }
  | { readonly status: 'failed'; readonly disabling?: Disabling };

const isSuccess = (status: number | undefined): boolean => status !== undefined && status >= 200 && status < 300;

/** Statuses whose `Retry-After` counts. */
const ASKS = new Set([429, 503]);

export const outcomeOn = (tried: Tried): CheckOutcome => {
  const { attempt, retryAfter, isElsewhere, tries, failingSince, now, chance } = tried;
  const { status } = attempt;
  if (isSuccess(status)) return { status: 'delivered' };
  const disabling = isElsewhere ? undefined : disablingBy({ isGone: status === 410, failingSince, now });
  if (disabling) return { status: 'failed', disabling };
  const wait = WAITS[tries] ?? (isElsewhere ? WAITS[0] : undefined);
  if (wait === undefined) return { status: 'failed' };
  const asked = status !== undefined && ASKS.has(status) ? retryAfterOf(retryAfter, now) : 0;
  return { status: 'pending', nextAttemptAt: Math.floor(now + Math.max(wait * (1 - SPREAD * chance), asked)) };
};
