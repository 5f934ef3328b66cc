/** Decides when a failed try is retried. */
import type { CallOptions } from './call.ts';
import { random } from './clock.ts';
import { type TryFailure, whenEnded } from './try-error.ts';

type Retry = NonNullable<TryFailure['retry']>;

/**
 * The maximum pause before the second try; it doubles for each further one. A throttled partition takes longer to
 * recover.
 */
const PAUSE_MILLISECONDS: Readonly<Record<Retry, number>> = { transient: 50, throttled: 500 };

/** The token capacity of the AWS SDKs' standard retry mode. */
const CAPACITY = 500;
const COST: Readonly<Record<Retry, number>> = { transient: 14, throttled: 5 };

export interface RetryBudget {
  /** @returns the cost of the retry; `undefined` if too many calls failed recently */
  take(retry: Retry): number | undefined;
  /** Returns the cost of a call's last retry after it succeeded; 0 for none. */
  giveBack(cost: number): void;
}

/**
 * A token bucket for retries: it spares a store that keeps failing from three times as many calls. Each retry takes
 * tokens that successes return.
 */
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
 * Waits before another try for a random part of the maximum pause (full jitter), so that many callers don't return at
 * once.
 *
 * @param attempt - the try that failed, from 1
 * @returns once the pause is over, or the call is aborted
 */
export const pauseAfter = (attempt: number, retry: Retry, options: CallOptions): Promise<void> =>
  new Promise((resolve) => {
    const finish = () => {
      clearTimeout(timer);
      stopWaiting();
      resolve();
    };
    const timer = setTimeout(finish, random.fraction() * PAUSE_MILLISECONDS[retry] * 2 ** (attempt - 1));
    const stopWaiting = whenEnded(options, finish);
  });
