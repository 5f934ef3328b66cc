/** Retries when a table throttles or is unavailable: a bulk command has time for that, a request doesn't. */
import { StoreUnavailable } from '../../lib/dynamodb/client/outcomes.ts';
import { credentialFault } from '../credential-faults.ts';

export interface RetryOptions {
  /** The number of tries; with the pauses below, the default lasts for about a minute. */
  readonly attempts?: number;
  readonly pause?: (milliseconds: number) => Promise<unknown>;
  /** Called for each failure that is followed by another try. */
  readonly onRetry?: () => void;
}

const FIRST_PAUSE = 100;
const LONGEST_PAUSE = 10_000;

const sleep = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** Doubles with each try. Half of it is random, so that writers that were throttled together do not return together. */
const pauseAfter = (attempt: number): number =>
  Math.min(LONGEST_PAUSE, FIRST_PAUSE * 2 ** attempt) * (0.5 + Math.random() / 2);

/** Runs `work` until the table is available. Throws the last failure, and every failure of another kind, or of
 * credentials, at once. */
export const untilAvailable = async <T>(
  work: () => Promise<T>,
  { attempts = 12, pause = sleep, onRetry }: RetryOptions = {},
): Promise<T> => {
  for (let attempt = 0; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      const isPassing = error instanceof StoreUnavailable && !credentialFault(error);
      if (!isPassing || attempt + 1 >= attempts) throw error;
      onRetry?.();
      await pause(pauseAfter(attempt));
    }
  }
};
