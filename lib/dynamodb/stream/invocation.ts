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
  /** Begins a turn of so many milliseconds; returns whether it lasts, and there is time to begin more work. */
  readonly turnOf: (milliseconds: number) => () => boolean;
}

/** Milliseconds before the time-out after which no work begins, and after which calls end. */
const LAST_TO_BEGIN = 6000;
const LAST_TO_CALL = 1000;

export const timeLimitsOf = ({ getRemainingTimeInMillis: remaining }: Invocation): TimeLimits => {
  const hasTime = () => remaining() > LAST_TO_BEGIN;
  return {
    deadline: clock.now() + remaining() - LAST_TO_CALL,
    hasTime,
    turnOf: (milliseconds) => {
      const end = remaining() - milliseconds;
      return () => hasTime() && remaining() > end;
    },
  };
};
