/** When a failed try is followed by another. */
import type { CallOptions } from './call.ts';
import { sources } from './sources.ts';
import { type TryFailure, whenEnded } from './try-error.ts';

type Retry = NonNullable<TryFailure['retry']>;

/** The pause before the second try is any up to this, then up to the double. A throttled partition takes longer to recover. */
const PAUSE_MILLISECONDS: Readonly<Record<Retry, number>> = { transient: 50, throttled: 500 };

/** As the AWS SDKs count in their standard mode. */
const CAPACITY = 500;
const COST: Readonly<Record<Retry, number>> = { transient: 14, throttled: 5 };

export interface RetryBudget {
  /** @returns what the retry costs, or nothing where too many failed of late */
  take(retry: Retry): number | undefined;
  /** A call came to its end after a retry of this cost; 0 for none. */
  giveBack(cost: number): void;
}

/** Keeps a store that fails for long from three times as many calls: each retry takes from what successes give back. */
export const createRetryBudget = (): RetryBudget => {
  let left = CAPACITY;
  return {
    take(retry) {
      const cost = COST[retry];
      if (left < cost) return undefined;
      left -= cost;
      return cost;
    },
    giveBack(cost) {
      left = Math.min(CAPACITY, left + (cost || 1));
    },
  };
};

/**
 * Waits before another try, for any part of the longest pause (full jitter), so that many callers don't come back at once.
 *
 * @param attempt - the try that failed, from 1
 * @returns as soon as the call is given up, too
 */
export const pauseAfter = (attempt: number, retry: Retry, options: CallOptions): Promise<void> =>
  new Promise((resolve) => {
    const settle = () => {
      clearTimeout(timer);
      stopWaiting();
      resolve();
    };
    const timer = setTimeout(settle, sources.random() * PAUSE_MILLISECONDS[retry] * 2 ** (attempt - 1));
    const stopWaiting = whenEnded(options, settle);
  });
