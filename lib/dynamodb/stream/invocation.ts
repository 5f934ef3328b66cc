/** The time limits of functions that the stream, a queue or a schedule calls. */
import { clock } from '../client/clock.ts';

/** The part of Lambda's context that is used. */
export interface Invocation {
  getRemainingTimeInMillis(): number;
}

export interface TimeLimits {
  /** Epoch milliseconds. Past it no call begins, and calls under way end, so that the function can still respond. */
  readonly deadline: number;
  /** Whether there is time to begin more work. */
  readonly hasTime: () => boolean;
}

/** Milliseconds before the time-out after which no work begins, and after which calls end. */
const LAST_TO_BEGIN = 6000;
const LAST_TO_CALL = 1000;

export const timeLimitsOf = ({ getRemainingTimeInMillis }: Invocation): TimeLimits => ({
  deadline: clock.now() + getRemainingTimeInMillis() - LAST_TO_CALL,
  hasTime: () => getRemainingTimeInMillis() > LAST_TO_BEGIN,
});
