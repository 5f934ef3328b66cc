/** How long the client waits before another try, by a clock that the test winds. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { pauseAfter } from '../../../../lib/dynamodb/client/retries.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

/** Milliseconds, with a chance between 0 and 1. */
const pauseOf = async (attempt: number, retry: 'transient' | 'throttled', chance: number, deadline?: number) => {
  vi.spyOn(Math, 'random').mockReturnValue(chance);
  const start = Date.now();
  const paused = pauseAfter(attempt, retry, { deadline }).then(() => Date.now() - start);
  await vi.runAllTimersAsync();
  return paused;
};

describe('The pause before another try', () => {
  it('is any part of the longest one, which doubles', async () => {
    await expect(pauseOf(1, 'transient', 0.5)).resolves.toBe(25);
    await expect(pauseOf(1, 'transient', 0.98)).resolves.toBe(49);
    await expect(pauseOf(2, 'transient', 0.5)).resolves.toBe(50);
    await expect(pauseOf(1, 'throttled', 0.5)).resolves.toBe(250);
    await expect(pauseOf(2, 'throttled', 0.5)).resolves.toBe(500);
    await expect(pauseOf(2, 'throttled', 0.01)).resolves.toBe(10);
  });

  it('ends a millisecond behind the deadline, as a timer may be early by one', async () => {
    await expect(pauseOf(2, 'throttled', 0.5, Date.now() + 30)).resolves.toBe(31);
    expect(vi.getTimerCount()).toBe(0);
  });
});
