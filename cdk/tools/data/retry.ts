/** Tries again what a table throttles or was out of reach for: a bulk command has time, a request has none. */
import { StoreUnavailable } from '../../../lib/dynamodb/outcomes.ts';

export interface RetryOptions {
  /** How often to try in all; with the pauses below, the default lasts for about a minute. */
  readonly attempts?: number;
  readonly pause?: (milliseconds: number) => Promise<unknown>;
  /** Called for each failure after which there is another try. */
  readonly onRetry?: () => void;
}

const FIRST_PAUSE = 100;
const LONGEST_PAUSE = 10_000;

const sleep = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** Doubles from try to try, half of it by chance, so that writers that were throttled together do not return together. */
const pauseAfter = (attempt: number): number =>
  Math.min(LONGEST_PAUSE, FIRST_PAUSE * 2 ** attempt) * (0.5 + Math.random() / 2);

/** Does `work` until the table takes it. The last failure, and every failure of another kind, is thrown. */
export const untilAvailable = async <T>(
  work: () => Promise<T>,
  { attempts = 12, pause = sleep, onRetry }: RetryOptions = {},
): Promise<T> => {
  for (let attempt = 0; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof StoreUnavailable) || attempt + 1 >= attempts) throw error;
      onRetry?.();
      await pause(pauseAfter(attempt));
    }
  }
};
