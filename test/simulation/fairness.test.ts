/** One partner whose thousand webhooks answer after 9.9 seconds, and ten quiet ones next to it, in simulated time. */
import { expect, it } from 'vitest';
import { FEWEST_OF_WEBHOOK, MOST_OF_PARTNER, MOST_OF_WEBHOOK } from '../../lib/subscriptions/rules/fairness.ts';
import { runFairness } from './fairness.ts';

const world = { seed: 33, loud: 1000, answerMilliseconds: 9900, quietPartners: 10, seconds: 16, batches: 100 } as const;

it('A partner of a thousand slow webhooks has no more in flight than its cap, and delays no quiet one', async () => {
  const { mostLoud, loudDone, quietWaits } = await runFairness({ ...world, mostOfPartner: MOST_OF_PARTNER });
  expect(mostLoud).toBe(MOST_OF_PARTNER);
  expect(loudDone).toBeGreaterThanOrEqual(MOST_OF_PARTNER);
  expect(quietWaits).toHaveLength(10 * (world.seconds - 1));
  expect(Math.max(...quietWaits)).toBeLessThan(500);
});

it('Without the cap it would hold all that is sent at once, and quiet ones would wait for it', async () => {
  // A tenth of that world, as it takes a while.
  const { mostLoud, quietWaits } = await runFairness({ ...world, loud: 100, batches: 10, mostOfPartner: 100 });
  expect(mostLoud).toBeGreaterThan(90);
  expect(Math.max(...quietWaits)).toBeGreaterThan(5000);
});

it('Messages that wait for one quick webhook read its state a few times a second each', async () => {
  const many = { ...world, loud: 1, answerMilliseconds: 900, eventsEach: 300, seconds: 5, batches: 10 };
  const { loudDone, mostReads } = await runFairness({ ...many, mostOfPartner: MOST_OF_PARTNER });
  expect(loudDone).toBeGreaterThan(15);
  // A hundred messages look. DynamoDB reads a partition 3,000 times a second, and ten times as many may look by default.
  expect(mostReads).toBeLessThan(400);
});

it('A webhook that answers quickly is sent more and more at once, up to fifty, and five after a failure', async () => {
  const many = { ...world, loud: 1, answerMilliseconds: 200, eventsEach: 900, seconds: 8, batches: 12 };
  const options = { ...many, quietPartners: 2, failsIn: 4, mostOfPartner: MOST_OF_PARTNER };
  const { mostEach, loudDone, quietWaits } = await runFairness(options);
  expect(mostEach[0]).toBeLessThan(20);
  expect(Math.max(...mostEach.slice(0, 4))).toBe(MOST_OF_WEBHOOK);
  // By the second after the failure those that were in flight have ended.
  expect(mostEach[5]).toBeLessThanOrEqual(FEWEST_OF_WEBHOOK);
  expect(Math.max(...mostEach.slice(6, 10))).toBeGreaterThan(FEWEST_OF_WEBHOOK);
  // With five in flight it would be 200.
  expect(loudDone).toBeGreaterThan(400);
  expect(Math.max(...quietWaits)).toBeLessThan(2000);
});

it.each([
  { slow: 5, events: 1 },
  { slow: 5, events: 20 },
  { slow: 5, events: 40 },
])(
  'Next to $slow slow webhooks, the last of $events events of a healthy one is sent within 2 seconds',
  async ({ slow, events }) => {
    const few = { ...world, loud: slow, eventsEach: 40, quietPartners: 0, mostOfPartner: MOST_OF_PARTNER };
    const { healthyWaits } = await runFairness({ ...few, healthyEvents: events });
    expect(healthyWaits).toHaveLength(events);
    expect(Math.max(...healthyWaits)).toBeLessThan(2000);
  },
);

it('Next to a hundred webhooks that have become slow, one that is known to answer quickly is sent its events at once', async () => {
  const many = { ...world, loud: 100, eventsEach: 5, quietPartners: 0, mostOfPartner: MOST_OF_PARTNER };
  const { healthyWaits } = await runFairness({ ...many, healthyEvents: 1, isHealthyKnown: true });
  expect(healthyWaits.length).toBeGreaterThan(world.seconds - 3);
  expect(Math.max(...healthyWaits)).toBeLessThan(500);
});
