/** How many writes of a load run at the same time, against simulated stores. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { StoreUnavailable } from '../../../lib/dynamodb/client/outcomes.ts';
import { adaptiveLimit } from '../../../tools/data/adaptive-limit.ts';
import { untilAvailable } from '../../../tools/data/retry.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const MOST = 32;
const after = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** A store in which each call takes as long as this many at the same time let it; calls of over 2 s are given up. */
const slowStore = (timeWith: (running: number) => number) => {
  const seen = { calls: 0, givenUp: 0, most: 0 };
  let running = 0;
  const call = async () => {
    seen.calls++;
    seen.most = Math.max(seen.most, ++running);
    const takes = timeWith(running);
    await after(Math.min(takes, 2000));
    running--;
    if (takes <= 2000) return;
    seen.givenUp++;
    throw new StoreUnavailable('the store cannot be reached', { uncertain: true });
  };
  return { seen, call };
};

/** Writes in batches, as a load does. */
const loadInto = async (
  call: () => Promise<void>,
  run: (work: () => Promise<void>) => Promise<void>,
  count: number,
) => {
  for (let written = 0; written < count; written += MOST) {
    await Promise.all(Array.from({ length: MOST }, () => untilAvailable(() => run(call), { attempts: 100 })));
  }
};

const finished = async (work: Promise<unknown>): Promise<number> => {
  const begun = Date.now();
  let isDone = false;
  void work.then(() => {
    isDone = true;
  });
  while (!isDone) await vi.advanceTimersByTimeAsync(1000);
  return Date.now() - begun;
};

describe('The limit of concurrent writes', () => {
  const crowded = (running: number) => 110 * running;

  it('leaves few calls to be given up where a store is slow under load', async () => {
    const { seen, call } = slowStore(crowded);
    const limit = adaptiveLimit({ most: MOST, now: Date.now });
    await finished(loadInto(call, limit.run, 600));
    expect(seen.givenUp).toBeLessThan(0.1 * seen.calls);
    const all = slowStore(crowded);
    await finished(loadInto(all.call, (work) => work(), 600));
    expect(all.seen.givenUp).toBeGreaterThan(0.3 * all.seen.calls);
  });

  it('stays where a store is merely far away, and within it where it is fast', async () => {
    for (const takes of [5, 1700]) {
      const { seen, call } = slowStore(() => takes);
      const limit = adaptiveLimit({ most: MOST, now: Date.now });
      await finished(loadInto(call, limit.run, 320));
      expect([seen.most, seen.givenUp, limit.current()]).toEqual([MOST, 0, MOST]);
    }
  });

  it('falls to one while a store is away, and rises again by one a round', async () => {
    let isAway = true;
    const { call } = slowStore(() => (isAway ? 9000 : 20));
    const limit = adaptiveLimit({ most: MOST, now: Date.now });
    const away = Promise.allSettled(Array.from({ length: 300 }, () => limit.run(call)));
    await finished(away);
    expect(limit.current()).toBe(1);
    isAway = false;
    await finished(Promise.all(Array.from({ length: 36 }, () => limit.run(call))));
    expect(limit.current()).toBeGreaterThan(5);
    expect(limit.current()).toBeLessThan(12);
    await finished(loadInto(call, limit.run, 1000));
    expect(limit.current()).toBe(MOST);
  });

  it('gives the place of failed work to others, and what fails by itself does not lower it', async () => {
    const limit = adaptiveLimit({ most: 1, now: Date.now });
    const broken = async () => {
      throw new Error('a fault');
    };
    await expect(limit.run(broken)).rejects.toThrow('a fault');
    const wide = adaptiveLimit({ most: MOST, now: Date.now });
    await Promise.allSettled(Array.from({ length: 100 }, () => wide.run(broken)));
    expect(wide.current()).toBe(MOST);
    await expect(limit.run(async () => 'next')).resolves.toBe('next');
  });
});
