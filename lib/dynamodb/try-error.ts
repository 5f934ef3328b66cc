/** What one try of a call failed with, and what ends a call from outside. */
import type { CallFailure, CallOptions } from './call.ts';
import { sources } from './sources.ts';

export interface TryFailure extends Omit<CallFailure, 'attempts'> {
  /** Whether another try may do better; one that was throttled waits longer. */
  readonly retry?: 'transient' | 'throttled' | undefined;
}

export class TryError extends Error {
  readonly failure: TryFailure;

  constructor(message: string, failure: TryFailure) {
    super(message);
    this.failure = failure;
  }
}

/** The name of what a call fails with that its deadline or its signal ended. */
export const GIVEN_UP = 'DeadlineError';

/** Whether a call may begin nothing more. */
export const isOver = ({ signal, deadline }: CallOptions): boolean =>
  signal?.aborted === true || (deadline !== undefined && sources.now() >= deadline);

/** Milliseconds until the deadline; infinite without one. */
export const timeLeft = ({ deadline = Number.POSITIVE_INFINITY }: CallOptions): number => deadline - sources.now();

/** `setTimeout` takes more for nothing, and less than nothing with a warning in the log. */
const LONGEST_TIMER = 2 ** 31 - 1;
/** What it takes of this. */
export const timerOf = (milliseconds: number): number => Math.max(0, Math.min(milliseconds, LONGEST_TIMER));

/**
 * Tells once when the signal or the deadline ends a call.
 *
 * @param then - gets the reason of the signal
 * @returns stops waiting
 */
export const whenEnded = ({ signal, deadline }: CallOptions, then: (reason?: unknown) => void): (() => void) => {
  const end = signal?.aborted ? 0 : deadline;
  // A timer may fire a millisecond before its time, by the clock that a deadline goes by: another try would begin.
  const timer = end === undefined ? undefined : setTimeout(then, timerOf(end - sources.now() + 1));
  const abort = () => then(signal?.reason);
  signal?.addEventListener('abort', abort, { once: true });
  return () => {
    clearTimeout(timer);
    signal?.removeEventListener('abort', abort);
  };
};
