/** How long a function that no request calls has: of the stream, of a queue, of a clock. */
import { sources } from './sources.ts';

/** As much of Lambda's context as is read. */
export interface Invocation {
  getRemainingTimeInMillis(): number;
}

export interface Ending {
  /** Past it, in epoch milliseconds, no call begins, and those under way end: in time to say what was done. */
  readonly deadline: number;
  /** Whether there is time to begin anything more. */
  readonly hasTime: () => boolean;
}

/** Milliseconds before the time-out at which nothing more is begun, and at which calls end. */
const LAST_TO_BEGIN = 6000;
const LAST_TO_CALL = 1000;

export const endingOf = ({ getRemainingTimeInMillis }: Invocation): Ending => ({
  deadline: sources.now() + getRemainingTimeInMillis() - LAST_TO_CALL,
  hasTime: () => getRemainingTimeInMillis() > LAST_TO_BEGIN,
});
