/** What may happen between the reads of a try and its request: other URLs, frozen processes, copies, ends of leases. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { clock, random } from '../../../lib/dynamodb/client/clock.ts';
import type { Key } from '../../../lib/dynamodb/table/keys.ts';
import type { Table } from '../../../lib/dynamodb/table/table.ts';
import { serviceQueue } from '../../../lib/queue/client.ts';
import { deliver } from '../../../lib/subscriptions/deliver.ts';
import { messageFrom } from '../../../lib/subscriptions/outbox.ts';
import { partnerRequestsKey } from '../../../lib/subscriptions/repository/partner-requests.ts';
import type { Subscription } from '../../../lib/subscriptions/repository/subscription.ts';
import { subscriptions } from '../../../lib/subscriptions/repository/subscriptions.ts';
import { targetOf, webhookStateItem } from '../../../lib/subscriptions/repository/webhook-state.ts';
import { MOST_OF_PARTNER } from '../../../lib/subscriptions/rules/fairness.ts';
import { setWebhooksOf } from '../../../lib/subscriptions/set-webhooks.ts';
import { openReceiver, type Receiver, status } from './receiver.ts';
import {
  aChange,
  advance,
  closeEvents,
  DAY,
  deliveriesOf,
  drainQueue,
  dueItems,
  HOUR,
  MINUTE,
  openEvents,
  route,
  runSchedule,
  SECOND,
  stateOf,
  subscribe,
  unsubscribe,
  type World,
  work,
} from './support.ts';

let world: World;
let receiver: Receiver;
let subscription: Subscription;
beforeAll(async () => {
  world = await openEvents();
});
afterAll(closeEvents);
beforeEach(async () => {
  receiver = await openReceiver();
  subscription = await subscribe([receiver.url]);
  world.queue.messages = [];
});
afterEach(async () => {
  receiver.close();
  await unsubscribe(subscription);
  vi.restoreAllMocks();
});

const ours = async () => (await deliveriesOf(subscription)).at(-1)!;
const store = () => ({ table: world.table, partnerId: 'ours' });

/** Holds requests until they are answered. */
const hold = () => {
  const open: ((code: number) => void)[] = [];
  receiver.reply = (response) => void open.push((code) => response.writeHead(code).end());
  return open;
};

/** Notes something of the webhook. */
const note = (more: object) => {
  const [{ id: webhookId, url }] = subscription.webhooks as [Subscription['webhooks'][0]];
  const ids = { webhookId, subscriptionId: subscription.id, partnerId: 'ours' };
  return world.table.put({
    Item: { ...webhookStateItem({ ...ids, ...more }), target: targetOf(url), targetMark: '0000000000000-0' },
  });
};

const move = async (url: string) => {
  const [{ id, events }] = subscription.webhooks as [Subscription['webhooks'][0]];
  const wanted = { webhooks: [{ id, url, events }], auth: undefined };
  expect(await setWebhooksOf(store(), subscription.id, { wanted, validateOnly: false })).toHaveProperty('reply');
};

/** Begins a try whose request stays open. */
const begin = async () => {
  const open = hold();
  await route([await aChange()]);
  const working = work();
  await expect.poll(() => open.length).toBe(1);
  return { working, answer: open[0]! };
};

describe('A webhook that gets another URL and authorization while the items of a try are read', () => {
  it.each(['subscription', 'secrets'])('gets them together, where its %s is read first', async (first) => {
    const other = await openReceiver();
    await route([await aChange()]);
    const message = messageFrom(world.queue.messages.splice(0, 1)[0]!.body);
    const isFirst = ({ pk }: Key) => pk.startsWith('SECRET#') === (first === 'secrets');
    const [{ id, events }] = subscription.webhooks as [Subscription['webhooks'][0]];
    const auth = { username: 'new', password: 'new-secret' };
    const wanted = { webhooks: [{ id, url: other.url, events }], auth };
    // DynamoDB reads each item of a batch by itself.
    const batchGet: Table['batchGet'] = async (keys) => {
      const found = await world.table.batchGet(keys.filter(isFirst));
      await setWebhooksOf(store(), subscription.id, { wanted, validateOnly: false });
      return [...found, ...(await world.table.batchGet(keys.filter((key) => !isFirst(key))))];
    };
    const ways = { table: { ...world.table, batchGet }, queue: serviceQueue('DELIVERY_QUEUE_URL'), receipts: 1 };
    await deliver(message, ways);
    expect([receiver.received, other.received]).toEqual([[], []]);
    advance(2 * SECOND);
    await drainQueue();
    expect(receiver.received).toEqual([]);
    expect(other.received.map(({ headers }) => headers.authorization)).toEqual([
      `Basic ${Buffer.from('new:new-secret').toString('base64')}`,
    ]);
    other.close();
  });
});

it('A delivery does not fail for a webhook that was disabled when it was read, long ago', async () => {
  await route([await aChange()]);
  const message = messageFrom(world.queue.messages.splice(0, 1)[0]!.body);
  await note({ disabledSince: clock.now() });
  const batchGet: Table['batchGet'] = async (keys) => {
    const found = await world.table.batchGet(keys);
    advance(6 * SECOND);
    await note({});
    return found;
  };
  const ways = { table: { ...world.table, batchGet }, queue: serviceQueue('DELIVERY_QUEUE_URL'), receipts: 1 };
  await deliver(message, ways);
  expect(await ours()).toMatchObject({ status: 'pending' });
  await drainQueue();
  expect(await ours()).toMatchObject({ status: 'delivered' });
});

describe('A webhook that gets another URL', () => {
  const disabled = async () => (await subscriptions(store()).watched(subscription.id))!.states;

  it('is not disabled by a 410 of the one before', async () => {
    const { working, answer } = await begin();
    const other = await openReceiver();
    await move(`${other.url}/new`);
    answer(410);
    await working;
    expect([...(await disabled()).values()]).toEqual([]);
    // Its delivery is tried again, by then at the new URL.
    expect(await ours()).toMatchObject({ status: 'pending', attempts: [{ status: 410 }] });
    await route([await aChange()]);
    await drainQueue();
    expect(other.received).toHaveLength(1);
    expect(await ours()).toMatchObject({ status: 'delivered' });
    other.close();
  });

  it('is not disabled by it after its first request either, and that failure is not its own', async () => {
    const { working, answer } = await begin();
    const other = await openReceiver();
    await move(`${other.url}/new`);
    await route([await aChange()]);
    await drainQueue();
    expect(other.received).toHaveLength(1);
    answer(410);
    await working;
    const state = (await stateOf(subscription))!;
    expect(state).not.toHaveProperty('disabledSince');
    expect(state).not.toHaveProperty('failures');
    // Its lease was given back all the same.
    expect(Object.keys(state).filter((name) => /^[lh][0-4]$/.test(name))).toEqual([]);
    other.close();
  });

  it.each([
    ['a 410', 410, {}],
    ['five days', 500, { failures: 3, failingSince: clock.now() - 5 * DAY - HOUR }],
  ])(
    'has a delivery tried again that %s of the one before would end, though that was read as its URL',
    async (_, code, more) => {
      await note(more);
      await route([await aChange()]);
      const message = messageFrom(world.queue.messages.splice(0, 1)[0]!.body);
      const other = await openReceiver();
      let reads = 0;
      const batchGet: Table['batchGet'] = async (keys) => {
        const found = await world.table.batchGet(keys);
        // The second one asks for the URL after the request: another one is set then, and gets a request of its own.
        if (++reads === 2) {
          await move(`${other.url}/new`);
          await route([await aChange()]);
          await drainQueue();
        }
        return found;
      };
      const post = async () => ({ status: code, milliseconds: 4000 });
      await deliver(message, {
        ...{ table: { ...world.table, batchGet }, queue: serviceQueue('DELIVERY_QUEUE_URL'), receipts: 1, post },
      });
      expect(other.received).toHaveLength(1);
      expect((await deliveriesOf(subscription)).map((each) => each.status).toSorted()).toEqual([
        'delivered',
        'pending',
      ]);
      advance(10 * SECOND);
      await drainQueue();
      expect(other.received).toHaveLength(2);
      expect((await deliveriesOf(subscription)).map((each) => each.status)).toEqual(['delivered', 'delivered']);
      expect(await stateOf(subscription)).not.toHaveProperty('disabledSince');
      other.close();
    },
  );

  it('is not disabled by five days of the one before, and its delivery is tried at the new one', async () => {
    await note({ failures: 3, failingSince: clock.now() - 5 * DAY - HOUR });
    const { working, answer } = await begin();
    const other = await openReceiver();
    await move(`${other.url}/new`);
    answer(500);
    await working;
    expect(await ours()).toMatchObject({ status: 'pending', attempts: [{ status: 500 }] });
    advance(10 * SECOND);
    await drainQueue();
    expect(other.received).toHaveLength(1);
    expect(await ours()).toMatchObject({ status: 'delivered' });
    expect(await stateOf(subscription)).not.toHaveProperty('disabledSince');
    other.close();
  });

  it('is still disabled by a 410 of its own', async () => {
    const other = await openReceiver();
    other.reply = status(410);
    await move(`${other.url}/new`);
    await route([await aChange()]);
    await drainQueue();
    expect([...(await disabled()).values()]).toMatchObject([{ disabledReason: 'it answered 410 Gone' }]);
    other.close();
  });
});

it('A webhook that is enabled while a request is in flight is not disabled by five days that it has ended', async () => {
  await note({ failures: 3, failingSince: clock.now() - 5 * DAY - HOUR });
  const { working, answer } = await begin();
  await move(receiver.url);
  answer(500);
  await working;
  const state = (await stateOf(subscription))!;
  expect(state).toMatchObject({ failures: 1 });
  expect(state).not.toHaveProperty('disabledSince');
  expect(await ours()).toMatchObject({ status: 'pending', attempts: [{ status: 500 }] });
});

describe('A probe that shows nothing of the webhook', () => {
  const failing = () => note({ failures: 18, failingSince: clock.now() - 4 * DAY, probeAt: clock.now() - SECOND });
  /** One try of the delivery of a new change. */
  const tryWith = async (ways: Partial<Parameters<typeof deliver>[1]>) => {
    await route([await aChange()]);
    const [message] = world.queue.messages;
    const { table } = world;
    return deliver(messageFrom(message!.body), {
      ...{ table, queue: serviceQueue('DELIVERY_QUEUE_URL'), receipts: 1 },
      ...ways,
    });
  };
  const comesAgain = async (milliseconds: number) => {
    advance(milliseconds);
    await drainQueue();
    expect(receiver.received).toHaveLength(1);
    expect(await ours()).toMatchObject({ status: 'delivered' });
  };

  it('is due again at once, where the failure was ours', async () => {
    await failing();
    const post = async () => ({ error: 'dns', isOurs: true, milliseconds: 4000 }) as const;
    await expect(tryWith({ post })).rejects.toThrow('a failure of ours');
    await comesAgain(150 * SECOND);
  });

  it('is due again at once, where the partner has no place left', async () => {
    await failing();
    const places = partnerRequestsKey('ours', 'REQUESTS');
    // Others take the last ones between what this try reads and what it takes.
    const table: Table = {
      ...world.table,
      update: async (input) => {
        if (input.Key.sk === places.sk) {
          const item = { ...places, type: 'partnerRequests', v: 1, partnerId: 'ours' };
          const leases = Array.from({ length: MOST_OF_PARTNER }, (_, at) => [`l${at}`, clock.now() + 15 * SECOND]);
          await world.table.put({ Item: { ...item, ...Object.fromEntries(leases) } });
        }
        return world.table.update(input);
      },
    };
    await tryWith({ table });
    expect(receiver.received).toEqual([]);
    await comesAgain(30 * SECOND);
    await world.table.remove({ Key: places });
  });

  it('is due again once its lease has ended, where its function was cut off', async () => {
    await failing();
    // Its function ends during the request: nothing is written any more.
    const gone = new Promise<never>(() => {});
    void tryWith({ post: () => gone });
    await expect.poll(async () => (await stateOf(subscription))?.l0).toBeDefined();
    expect(Number((await stateOf(subscription))?.probeAt)).toBeGreaterThan(clock.now() + HOUR);
    await comesAgain(150 * SECOND);
  });

  it('is not due again for another delivery', async () => {
    await failing();
    await tryWith({ post: () => Promise.resolve({ status: 500, milliseconds: 5 }) });
    world.queue.messages = [];
    await route([await aChange()]);
    await drainQueue();
    expect(receiver.received).toEqual([]);
  });
});

describe('A process that stood still after its reads', () => {
  /** The table, which takes so long for the first write that follows the reads. */
  const slowFor = (milliseconds: number): Table => {
    let isFirst = true;
    return {
      ...world.table,
      update: async (input) => {
        if (isFirst) advance(milliseconds);
        isFirst = false;
        return world.table.update(input);
      },
    };
  };
  const tryOnce = (table: Table) => {
    const [{ body }] = world.queue.messages.splice(0, 1) as [(typeof world.queue.messages)[0]];
    return deliver(messageFrom(body), { table, queue: serviceQueue('DELIVERY_QUEUE_URL'), receipts: 1 });
  };

  it('sends nothing by reads of more than five seconds ago: the message comes again at once', async () => {
    await route([await aChange()]);
    await tryOnce(slowFor(5 * SECOND + 500));
    expect(receiver.received).toEqual([]);
    expect(world.queue.messages).toMatchObject([{ delay: 0 }]);
    expect(await ours()).toMatchObject({ status: 'pending', turn: 1, tries: 0, attempts: [] });
    await drainQueue();
    expect(await ours()).toMatchObject({ status: 'delivered', tries: 1 });
  });

  it('sends by reads of less', async () => {
    await route([await aChange()]);
    await tryOnce(slowFor(4 * SECOND));
    expect(receiver.received).toHaveLength(1);
  });

  it('sends nothing to a webhook that has gone meanwhile', async () => {
    await route([await aChange()]);
    const table = slowFor(6 * SECOND);
    const gone: Table = {
      ...table,
      update: async (input) => {
        await unsubscribe(subscription);
        return table.update(input);
      },
    };
    await tryOnce(gone);
    await drainQueue();
    expect(receiver.received).toEqual([]);
    expect(await ours()).toMatchObject({ status: 'failed', attempts: [{ error: 'the subscription is gone' }] });
  });
});

describe('Name servers that cannot be asked', () => {
  it('count against no webhook: the message comes again', async () => {
    await route([await aChange()]);
    const [message] = world.queue.messages as [(typeof world.queue.messages)[0]];
    const trying = deliver(messageFrom(message.body), {
      table: world.table,
      queue: serviceQueue('DELIVERY_QUEUE_URL'),
      receipts: 1,
      post: async () => ({ error: 'dns', isOurs: true, milliseconds: 4000 }) as const,
    });
    await expect(trying).rejects.toThrow('a failure of ours, not of the webhook: dns');
    expect(await ours()).toMatchObject({ status: 'pending', turn: 1, tries: 0, attempts: [] });
    const state = (await stateOf(subscription))!;
    expect(Object.keys(state).filter((name) => /^(failures|failingSince|[lh]\d)$/.test(name))).toEqual([]);
  });
});

describe('A message', () => {
  it('of which there are two is sent by one of them', async () => {
    const open = hold();
    await route([await aChange()]);
    world.queue.messages.push({ ...world.queue.messages[0]! });
    const working = work();
    await expect.poll(() => open.length).toBe(1);
    // The other has gone back, until the lease of the first is over.
    await expect.poll(() => world.queue.messages.length).toBe(1);
    expect(world.queue.messages[0]!.delay).toBeGreaterThanOrEqual(10);
    open[0]!(200);
    await working;
    advance(25 * SECOND);
    await drainQueue();
    expect(receiver.received).toHaveLength(1);
    expect(await ours()).toMatchObject({ status: 'delivered', tries: 1 });
  });

  it('of a later turn than the delivery is in sends nothing', async () => {
    await route([await aChange()]);
    const [message] = world.queue.messages as [(typeof world.queue.messages)[0]];
    const body = JSON.stringify({ ...JSON.parse(message.body), turn: 2 });
    world.queue.messages = [{ ...message, body }];
    await drainQueue();
    expect([receiver.received, world.queue.messages]).toEqual([[], []]);
    expect(await ours()).toMatchObject({ status: 'pending', turn: 1, tries: 0 });
  });

  it('that dies at its last receipt leaves its delivery to the schedule', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => {});
    receiver.reply = status(500);
    await route([await aChange()]);
    world.queue.messages = world.queue.messages.map((each) => ({ ...each, receipts: 11 }));
    world.queue.isDown = true;
    await work();
    // The next turn was not sent, and the dead-letter queue has the message.
    expect(await ours()).toMatchObject({ status: 'pending', turn: 2, tries: 1 });
    world.queue.messages = [];
    world.queue.isDown = false;
    receiver.reply = status(200);
    advance(HOUR + 16 * MINUTE);
    await runSchedule();
    await drainQueue();
    expect(await ours()).toMatchObject({ status: 'delivered', tries: 2 });
    expect(await dueItems(subscription)).toEqual([]);
  });

  it('that fails at each of its last receipts is kept once: what fails for long does not multiply', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => {});
    receiver.reply = status(500);
    await route([await aChange()]);
    // Far from where the next quarter of an hour begins.
    advance(16 * MINUTE - (clock.now() % (15 * MINUTE)));
    world.queue.isDown = true;
    for (const receipts of [9, 10, 11]) {
      world.queue.messages = world.queue.messages.map((each) => ({ ...each, receipts, visibleAt: 0 }));
      await work();
      advance(SECOND);
    }
    world.queue.isDown = false;
    expect(await dueItems(subscription)).toHaveLength(1);
  });

  it('that has receipts left is kept nowhere else', async () => {
    await route([await aChange()]);
    world.queue.messages = world.queue.messages.map((each) => ({ ...each, receipts: 8 }));
    await work();
    expect(await dueItems(subscription)).toEqual([]);
  });
});

describe('A lease', () => {
  it('lasts as long as its request may, of five at once', async () => {
    // Each takes the last of the places that it may have.
    vi.spyOn(random, 'fraction').mockReturnValue(0.99);
    const open = hold();
    await route(await Promise.all(Array.from({ length: 5 }, () => aChange())));
    const working = work();
    await expect.poll(() => open.length).toBe(5);
    advance(11 * SECOND);
    await route([await aChange()]);
    await work();
    expect(open).toHaveLength(5);
    for (const answer of open) answer(200);
    await working;
  });

  it('that has ended before its request succeeded counts the success, and is another one by then', async () => {
    receiver.reply = status(500);
    await route([await aChange()]);
    await drainQueue();
    expect(await stateOf(subscription)).toMatchObject({ failures: 1 });
    await route([await aChange()]);
    const [{ body }] = world.queue.messages.splice(-1, 1) as [(typeof world.queue.messages)[0]];
    const ways = { table: world.table, queue: serviceQueue('DELIVERY_QUEUE_URL'), receipts: 1 };
    let lease = '';
    let another = 0;
    await deliver(messageFrom(body), {
      ...ways,
      post: async () => {
        advance(16 * SECOND);
        const state = (await stateOf(subscription))!;
        lease = ['l0', 'l1', 'l2', 'l3', 'l4'].find((name) => state[name] !== undefined)!;
        another = clock.now() + 15 * SECOND;
        await world.table.put({ Item: { ...state, [lease]: another } });
        return { status: 200, milliseconds: 20 };
      },
    });
    const after = (await stateOf(subscription))!;
    expect(after).not.toHaveProperty('failures');
    expect(after[lease]).toBe(another);
  });
});
