/** What webhooks of one partner leave to each other, and partners to each other, by a clock that stands still. */
import type { ServerResponse } from 'node:http';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { clock } from '../../../lib/dynamodb/client/clock.ts';
import { partnerRequestsKey } from '../../../lib/subscriptions/repository/partner-requests.ts';
import type { Subscription } from '../../../lib/subscriptions/repository/subscription.ts';
import { webhookStateItem } from '../../../lib/subscriptions/repository/webhook-state.ts';
import { openReceiver, type Receiver } from './receiver.ts';
import {
  aChange,
  advance,
  closeEvents,
  deliveriesOf,
  drainQueue,
  openEvents,
  route,
  SECOND,
  subscribe,
  unsubscribe,
  type World,
  work,
} from './support.ts';

let world: World;
let slow: Receiver;
let held: ServerResponse[];
const subscribed: Subscription[] = [];
const subscribing = async (...asked: Parameters<typeof subscribe>) => {
  const subscription = await subscribe(...asked);
  subscribed.push(subscription);
  return subscription;
};
beforeAll(async () => {
  world = await openEvents();
});
afterAll(closeEvents);
beforeEach(async () => {
  held = [];
  slow = await openReceiver();
  slow.reply = (response) => void held.push(response);
  world.queue.messages = [];
});
afterEach(async () => {
  slow.close();
  for (const each of subscribed.splice(0)) await unsubscribe(each);
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
});

/** Receives all that is visible, in batches under way at once. */
const receiveAll = (): Promise<unknown>[] => {
  const batches: Promise<unknown>[] = [];
  const isVisible = () => world.queue.messages.some(({ visibleAt }) => visibleAt <= clock.now());
  while (isVisible()) batches.push(work());
  return batches;
};
const answerHeld = async (working: readonly Promise<unknown>[]) => {
  slow.reply = (response) => void response.writeHead(200).end();
  for (const response of held) response.writeHead(200).end();
  await Promise.all(working);
};
const bodiesOf = ({ id }: { readonly id: string }) =>
  world.queue.messages.filter(({ body }) => JSON.parse(body).webhookId === id);

describe('Five slow webhooks', () => {
  it('leave room for a sixth of their partner: it gets all that it is due by the first receipt', async () => {
    const quick = await openReceiver();
    const urls = [...Array(5).keys()].map((index) => `${slow.url}/${index}`);
    const subscription = await subscribing([...urls, quick.url]);
    const { id, partnerId, webhooks } = subscription;
    for (const { id: webhookId } of webhooks.slice(0, 5)) {
      const state = { partnerId, subscriptionId: id, webhookId, lastMilliseconds: 9900 };
      await world.table.put({ Item: webhookStateItem(state) });
    }
    await route(await Promise.all(Array.from({ length: 12 }, () => aChange())));
    const standing = clock.now();
    vi.spyOn(clock, 'now').mockImplementation(() => standing);
    const working = receiveAll();
    await expect.poll(() => quick.received.length).toBe(12);
    // None of them went back to the queue, where it would have waited for seconds.
    expect(bodiesOf(webhooks[5]!)).toEqual([]);
    // All of the slow ones are under way, and take no more than their places.
    expect(new Set(slow.received.map(({ path }) => path)).size).toBe(5);
    expect(held.length).toBeLessThanOrEqual(15);
    await answerHeld(working);
    quick.close();
  });
});

describe('A partner', () => {
  it('has as many requests in flight as its cap, over all of its webhooks; others have their own', async () => {
    vi.stubEnv('REQUESTS_OF_A_PARTNER', '3');
    const quick = await openReceiver();
    const loud = await subscribing([...Array(8).keys()].map((index) => `${slow.url}/${index}`));
    await subscribing([quick.url], { partnerId: 'theirs', accountNumber: 200 });
    await route([await aChange()]);
    const working = receiveAll();
    await expect.poll(() => [held.length, world.queue.messages.length]).toEqual([3, 5]);
    for (const { delay } of world.queue.messages) {
      expect(delay).toBeGreaterThanOrEqual(2);
      expect(delay).toBeLessThanOrEqual(10);
    }
    await route([await aChange(201, 'theirs')]);
    await work();
    expect(quick.received).toHaveLength(1);
    // A place is kept for as long as its request may take.
    advance(11 * SECOND);
    await Promise.all(receiveAll());
    expect([held.length, world.queue.messages.length]).toEqual([3, 5]);
    await answerHeld(working);
    // Nothing of it is in flight any more, and what waited goes on.
    const requests = await world.table.get(partnerRequestsKey('ours'));
    expect(Object.keys(requests!).filter((name) => /^l\d+$/.test(name))).toEqual([]);
    for (let round = 0; round < 6; round++) {
      advance(11 * SECOND);
      await drainQueue();
    }
    expect((await deliveriesOf(loud)).map((each) => each.status)).toEqual(Array(8).fill('delivered'));
    quick.close();
  });

  it('whose function died in its requests has its cap again after their leases', async () => {
    vi.stubEnv('REQUESTS_OF_A_PARTNER', '2');
    slow.reply = (response) => void response.writeHead(200).end();
    const subscription = await subscribing([slow.url]);
    const until = clock.now() + 14 * SECOND;
    await world.table.put({ Item: { ...partnerRequestsKey('ours'), type: 'partnerRequests', l0: until, l1: until } });
    await route([await aChange()]);
    await drainQueue();
    expect(slow.received).toEqual([]);
    advance(20 * SECOND);
    await drainQueue();
    expect(await deliveriesOf(subscription)).toMatchObject([{ status: 'delivered' }]);
  });
});
