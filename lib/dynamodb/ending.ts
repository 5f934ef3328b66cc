/** The end of a request, which ends its calls. */
import type { Signal } from './call.ts';

/**
 * A signal for one request. It does for the client what an AbortController does, which with its events takes as long as a
 * signature (docs/speed.md).
 */
export class Ending implements Signal {
  aborted = false;
  reason: unknown;
  private readonly listeners = new Set<() => void>();

  addEventListener(_type: 'abort', listener: () => void): void {
    this.listeners.add(listener);
  }

  removeEventListener(_type: 'abort', listener: () => void): void {
    this.listeners.delete(listener);
  }

  /** Ends the calls that are under way, and lets no other begin. */
  abort(reason: unknown): void {
    this.aborted = true;
    this.reason = reason;
    for (const listener of this.listeners) listener();
    this.listeners.clear();
  }
}
