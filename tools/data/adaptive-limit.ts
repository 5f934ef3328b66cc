/**
 * A limit of concurrent work that adapts to a slow store: additive increase, multiplicative decrease. Work that fails
 * because the store is unavailable, or takes much longer than the fastest did, halves the limit; other work raises it
 * by one for each round. So a store that slows down under load gets less of it, and one that is merely far away does not.
 */
import { StoreUnavailable } from '../../lib/dynamodb/client/outcomes.ts';

export interface LimitOptions {
  /** The most that may run at the same time; it is also where the limit starts. */
  readonly most: number;
  /** Milliseconds, of any clock. */
  readonly now: () => number;
}

/** Slow is what takes so many times as long as the fastest, and at least so many milliseconds. */
const SLOW_FACTOR = 4;
const SLOW_FROM = 500;

export interface AdaptiveLimit {
  readonly run: <T>(work: () => Promise<T>) => Promise<T>;
  /** How many may run at the same time now. */
  readonly current: () => number;
}

export const adaptiveLimit = ({ most, now }: LimitOptions): AdaptiveLimit => {
  let limit = most;
  let running = 0;
  let fastest = Number.POSITIVE_INFINITY;
  /** When the limit was last lowered: what began before says nothing about the lower one. */
  let loweredAt = Number.NEGATIVE_INFINITY;
  const waiting: (() => void)[] = [];

  const startNext = () => {
    while (running < Math.floor(limit)) {
      const start = waiting.shift();
      if (!start) return;
      running++;
      start();
    }
  };
  const lower = (begun: number) => {
    if (begun < loweredAt) return;
    limit = Math.max(1, limit / 2);
    loweredAt = now();
  };
  const learn = (begun: number, isFailed: boolean) => {
    const took = now() - begun;
    if (isFailed || took > Math.max(SLOW_FROM, SLOW_FACTOR * fastest)) return lower(begun);
    fastest = Math.min(fastest, took);
    limit = Math.min(most, limit + 1 / limit);
  };

  return {
    current: () => Math.floor(limit),
    run: async (work) => {
      await new Promise<void>((start) => {
        waiting.push(start);
        startNext();
      });
      const begun = now();
      try {
        const result = await work();
        learn(begun, false);
        return result;
      } catch (error) {
        if (error instanceof StoreUnavailable) learn(begun, true);
        throw error;
      } finally {
        running--;
        startNext();
      }
    },
  };
};
