/**
 * 10,000 posts a minute over 200 connectors, of which some are slow, some fail and some are dead, in simulated time: posts start
 * in time, and those of other partners as if there were no storm (docs/social.md: many posts at once).
 */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { JOBS_AT_ONCE, jobsOfPartner } from '../../../cdk/stack/ceilings.ts';
import { runs, tried } from '../../support/chosen.ts';
import type { StormOptions } from './storm.ts';

vi.mock('../../../lib/subscriptions/signed-post.ts', async () => {
  const { doubles } = await import('./doubles.ts');
  return { postSigned: (request: never) => doubles.post!(request) };
});
vi.mock('../../../lib/queue/client.ts', async (original) => {
  const { doubles, noQueue } = await import('./doubles.ts');
  const serviceQueue = (name: string) => (name === 'JOB_QUEUE_URL' ? { within: () => doubles.jobs } : noQueue);
  return { ...(await original<object>()), serviceQueue };
});

// The files of a worker share its modules: those that are in place of others are loaded for this file alone.
let storm: typeof import('./storm.ts');
beforeAll(async () => {
  vi.resetModules();
  storm = await import('./storm.ts');
});
afterAll(() => vi.resetModules());
beforeEach(() => void vi.spyOn(console, 'error').mockImplementation(() => {}));
afterEach(() => void vi.restoreAllMocks());

/** As many posts a second as 10,000 a minute are; `STORM_SECONDS=60` tries the whole minute, which takes some minutes. */
const SECONDS = Number(process.env.STORM_SECONDS ?? runs(3, 12));
/** After that, one partner needs more places than quick connectors have (docs/social.md: many posts at once). */
const SLICE = Math.min(SECONDS, 12);
const postsIn = (seconds: number) => ({ posts: Math.round((10_000 / 60) * seconds), within: seconds });
const OPTIONS: StormOptions = {
  ...{ seed: 1, partners: 10, connectors: 200, quietPartners: 10, slow: 0.1, failing: 0.05, dead: 0.05 },
  ...{ ...postsIn(SECONDS), after: 5, jobsAtOnce: JOBS_AT_ONCE },
  mostOfPartner: jobsOfPartner({ jobsAtOnce: JOBS_AT_ONCE }),
};

/** Of how many partners the busy connectors are. */
const busy = tried([1, 10], 1, { salt: 'storm', nameOf: String });

describe('A storm of posts', { timeout: 3_600_000 }, () => {
  it.each(busy)('of %i partners starts in time, and delays no other partner', async (partners) => {
    const { busyStarts, quietStarts, quietRequests } = await storm.runStorm({ ...OPTIONS, partners });
    const starts = [...busyStarts, ...quietStarts];
    expect(busyStarts).toHaveLength(OPTIONS.posts);
    expect(quietStarts).toHaveLength(10 * SECONDS);
    expect(Math.min(...starts)).toBeGreaterThanOrEqual(0);
    expect(storm.quantile(busyStarts, 0.5)).toBeLessThan(2000);
    expect(storm.quantile(quietStarts, 0.99)).toBeLessThan(2000);
    expect(storm.quantile(quietRequests, 0.99)).toBeLessThan(3000);
  });

  it('leaves connectors that answer well the places that slow ones can not take', async () => {
    const { busyRequests, mostInFlight } = await storm.runStorm({ ...OPTIONS, ...postsIn(SLICE), partners: 1 });
    expect(storm.quantile(busyRequests, 0.5)).toBeLessThan(3000);
    expect(mostInFlight).toBeGreaterThan(OPTIONS.mostOfPartner);
    expect(mostInFlight).toBeLessThanOrEqual(11 * OPTIONS.mostOfPartner);
  });
});
