/**
 * Bulk updates under lost and late responses, killed and frozen workers, repeated messages, cancels, deletions and two jobs of
 * one location: the code of the service in small, three rows a slice. `SEED=17 SCHEDULES=1` prints the story of a seed.
 */
import { afterAll, afterEach, beforeAll, beforeEach, it, vi } from 'vitest';
import { runs } from '../../support/chosen.ts';
import { expectKept, leaveOutLogs } from '../expect-kept.ts';
import { seedsFrom } from '../seeds.ts';
import type { Weather } from './story.ts';

/** What stands in place of other modules. */
const mockModules = () => {
  vi.doMock('../../../lib/bulk/repository/job.ts', async (original) => {
    const actual = await original<typeof import('../../../lib/bulk/repository/job.ts')>();
    return {
      ...actual,
      SLICE_ROWS: 3,
      slicesOf: ({ rows }: { readonly rows: number }) => Math.ceil(rows / 3),
      LATE_MILLISECONDS: 600_000,
    };
  });
  vi.doMock('../../../lib/bucket/client.ts', async () => {
    const { doubles } = await import('./doubles.ts');
    return { serviceBucket: () => doubles.bucket };
  });
  vi.doMock('../../../lib/queue/client.ts', async (original) => {
    const { doubles } = await import('./doubles.ts');
    return { ...(await original<object>()), serviceQueue: () => ({ within: () => doubles.queue }) };
  });
};

// The files of a worker share its modules: those that are in place of others are loaded for this file alone. They are mocked
// once the others are gone: `resetModules` keeps what a mock was made of, which would have the real clock.
let playBulk: typeof import('./story.ts').playBulk;
beforeAll(async () => {
  vi.resetModules();
  mockModules();
  ({ playBulk } = await import('./story.ts'));
});
afterAll(() => {
  for (const name of ['bulk/repository/job', 'bucket/client', 'queue/client']) vi.doUnmock(`../../../lib/${name}.ts`);
  vi.resetModules();
});

leaveOutLogs();
beforeEach(() => {
  // What ends a handler by the real clock would end it at another time in each run.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});
afterEach(() => {
  vi.useRealTimers();
});

/** Each breaks a promise where one of the mutants is made (test/mutants/list/writes.ts). */
const KEPT_SEEDS: Readonly<Record<Weather, readonly number[]>> = {
  mixed: [28, 35],
  slow: [2, 11, 24],
  late: [83, 30, 33],
  outage: [58],
};
const FIRST = Number(process.env.SEED ?? 1);
const schedulesOf = (short: number, full: number) => Number(process.env.SCHEDULES ?? runs(short, full));

it.each<[Weather, number]>([
  ['mixed', schedulesOf(30, 1000)],
  ['slow', schedulesOf(10, 300)],
  ['late', schedulesOf(10, 300)],
  ['outage', schedulesOf(5, 300)],
])(
  'keeps what is promised of bulk updates, whatever the weather: %s',
  { timeout: 3_600_000 },
  async (weather, schedules) => {
    const seeds = [...KEPT_SEEDS[weather], ...seedsFrom(FIRST, schedules)];
    await expectKept(
      seeds.map((seed) => [`seed ${seed}, ${weather}`, seed] as const),
      (seed, isTraced) => playBulk(seed, { weather, isTraced }),
    );
  },
);
