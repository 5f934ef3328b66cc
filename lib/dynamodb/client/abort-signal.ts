/** An abort signal for a request's calls. */
import type { Signal } from './call.ts';

/**
 * An abort signal for one request. It replaces AbortController, whose events take as long as signing a request
 * (docs/speed.md).
 */
export class RequestSignal implements Signal {
  aborted = false;
  reason: unknown;
  private readonly listeners = new Set<() => void>();

  addEventListener(_type: 'abort', listener: () => void): void {
    this.listeners.add(listener);
  }

  removeEventListener(_type: 'abort', listener: () => void): void {
    this.listeners.delete(listener);
  }

  /** Aborts the calls under way and prevents new ones. */
  abort(reason: unknown): void {
    this.aborted = true;
    this.reason = reason;
    for (const listener of this.listeners) listener();
    this.listeners.clear();
  }
}
