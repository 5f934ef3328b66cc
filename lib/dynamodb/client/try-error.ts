/** The error of one try, and the deadline and signal that end a call. */
import type { CallFailure, CallOptions } from './call.ts';
import { clock } from './clock.ts';

export interface TryFailure extends Omit<CallFailure, 'attempts' | 'uncertain'> {
  /** Whether a write may have been applied; a read leaves it out. */
  readonly uncertain?: boolean;
  /** Whether another try may succeed; after throttling it waits longer. */
  readonly retry?: 'transient' | 'throttled' | undefined;
}

export class TryError extends Error {
  readonly failure: TryFailure;

  constructor(message: string, failure: TryFailure) {
    super(message);
    this.failure = failure;
  }
}

/** The name of the error of a call that its deadline or signal ended. */
export const GIVEN_UP = 'DeadlineError';

/** Whether a call may not begin another try. */
export const isOver = ({ signal, deadline }: CallOptions): boolean =>
  signal?.aborted === true || (deadline !== undefined && clock.now() >= deadline);

/** Milliseconds until the deadline; infinite without one. */
export const timeLeft = ({ deadline = Number.POSITIVE_INFINITY }: CallOptions): number => deadline - clock.now();

/** The longest time that `setTimeout` accepts. It treats a longer one as 0, and warns about a negative one. */
const LONGEST_TIMER = 2 ** 31 - 1;
/** Limits a time to what `setTimeout` accepts. */
export const timerOf = (milliseconds: number): number => Math.max(0, Math.min(milliseconds, LONGEST_TIMER));

/**
 * Calls back once when the signal or the deadline ends a call.
 *
 * @param then - receives the signal's reason
 * @returns a function that stops waiting
 */
export const whenEnded = ({ signal, deadline }: CallOptions, then: (reason?: unknown) => void): (() => void) => {
  const end = signal?.aborted ? 0 : deadline;
  // A timer may fire a millisecond early by the clock that deadlines use: another try would begin.
  const timer = end === undefined ? undefined : setTimeout(then, timerOf(end - clock.now() + 1));
  const abort = () => then(signal?.reason);
  signal?.addEventListener('abort', abort, { once: true });
  return () => {
    clearTimeout(timer);
    signal?.removeEventListener('abort', abort);
  };
};
