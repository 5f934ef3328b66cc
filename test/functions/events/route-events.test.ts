/** The function on the stream: which deliveries a change makes, for whom, and what is done again where it was cut off. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { handler as createBusiness } from '../../../functions/business/create-business.ts';
import { handler as deleteBusiness } from '../../../functions/business/delete-business.ts';
import { handler as setStatus } from '../../../functions/business/set-business-status.ts';
import { handler as updateBusiness } from '../../../functions/business/update-business.ts';
import { handler as addLink } from '../../../functions/competitors/add-aggregation-link.ts';
import { clock } from '../../../lib/dynamodb/client/clock.ts';
import type { Item } from '../../../lib/dynamodb/table/attributes.ts';
import { eventNames } from '../../../lib/subscriptions/events.ts';
import { deliveryFrom, deliveryId, deliveryItem, deliveryKey } from '../../../lib/subscriptions/repository/delivery.ts';
import { replayCommands } from '../../../lib/subscriptions/repository/replay-command.ts';
import type { Subscription } from '../../../lib/subscriptions/repository/subscription.ts';
import { webhookStateItem } from '../../../lib/subscriptions/repository/webhook-state.ts';
import { call } from '../../support/call.ts';
import { itemsOf } from '../../support/data-files.ts';
import { REQUIRED } from '../../support/world.ts';
import { openReceiver, type Receiver, status } from './receiver.ts';
import {
  ALL,
  aChange,
  advance,
  changing,
  closeEvents,
  deliveriesOf,
  drainQueue,
  openEvents,
  recordOf,
  route,
  runSchedule,
  SECOND,
  stateOf,
  subscribe,
  unsubscribe,
  type World,
} from './support.ts';

let world: World;
let receiver: Receiver;
const made: Subscription[] = [];
const subscribed = async (...given: Parameters<typeof subscribe>) => {
  const subscription = await subscribe(...given);
  made.push(subscription);
  return subscription;
};
beforeAll(async () => {
  world = await openEvents();
});
afterAll(closeEvents);
beforeEach(async () => {
  receiver = await openReceiver();
  world.queue.messages = [];
  world.queue.batches.length = 0;
});
afterEach(async () => {
  receiver.close();
  for (const each of made.splice(0)) await unsubscribe(each);
  vi.restoreAllMocks();
});

const profileKey = (number: number) => ({ pk: `P#ours#BUSINESS#${number}`, sk: 'PROFILE' });
/** The events of a subscription, in the order in which it went to the queue. */
const eventsTo = async (subscription: Subscription) => {
  const found = new Map((await deliveriesOf(subscription)).map((each) => [each.id, each]));
  return world.queue.messages.flatMap(({ body }) => {
    const delivery = found.get(JSON.parse(body).deliveryId);
    return delivery ? [{ event: delivery.event, data: JSON.parse(delivery.body).data }] : [];
  });
};
const noFailures = { batchItemFailures: [] };

describe('A change', () => {
  it('of each kind is sent under its type', async () => {
    const subscription = await subscribed([receiver.url]);
    const [location] = [{ businessId: 101, accountNumber: 100, type: 'Business' }];
    const path = { businessId: '101' };
    const update = (body: object) =>
      changing(profileKey(101), () => call(updateBusiness, { path, body: { ...REQUIRED, ...body } }));
    const switchTo = (to: string) => changing(profileKey(101), () => call(setStatus, { path, query: { astatus: to } }));

    expect(await route([await update({ name: 'Before' })])).toEqual(noFailures);
    await route([await update({ name: 'After', location: { city: 'Here', zip: '94061' }, suburb: null })]);
    await route([await update({ name: 'After' })]);
    await route([await switchTo('inactive')]);
    await route([await switchTo('active')]);
    const notified = await eventsTo(subscription);
    expect(notified.map(({ event }) => event)).toEqual([
      'BUSINESS_UPDATED',
      'BUSINESS_UPDATED',
      'BUSINESS_STATUS_CHANGED',
      'BUSINESS_STATUS_CHANGED',
    ]);
    expect(notified[1]!.data).toEqual({ ...location, changed: ['name', 'location.city', 'location.zip'] });
    expect(notified[2]!.data).toEqual(location);
  });

  it('of a new and of a deleted location is sent for the operations that make it', async () => {
    const subscription = await subscribed([receiver.url]);
    const body = { businessName: 'Fresh', zip: '94061', type: 'Business', phone: '(650) 555-0199' };
    const query = { rid: '100', email_id: 'new@shop.example' };
    const before = new Set((await itemsOf(world.table)).map(({ pk }) => pk));
    const created = await call(createBusiness, { body, query });
    const fresh = (await itemsOf(world.table)).find(({ pk, type }) => type === 'business' && !before.has(pk));
    expect([created.status, fresh?.type]).toEqual([200, 'business']);
    const number = Number(fresh!.businessNumber);
    await route([recordOf(undefined, fresh)]);
    const deleted = await changing({ pk: profileKey(number).pk, sk: 'DELETED' }, () =>
      call(deleteBusiness, { path: { businessId: String(number) } }),
    );
    await route([deleted]);
    // A tombstone that is only shown again is no other deletion.
    const tombstone = (await world.table.get({ pk: profileKey(number).pk, sk: 'DELETED' }))!;
    await route([recordOf(tombstone, { ...tombstone, rounds: 1 })]);
    const data = { businessId: number, accountNumber: 100, type: 'Business' };
    expect(await eventsTo(subscription)).toEqual([
      { event: 'BUSINESS_CREATED', data },
      { event: 'BUSINESS_DELETED', data },
    ]);
  });

  it('of a link is sent once it is added', async () => {
    const subscription = await subscribed([receiver.url]);
    const path = { compAccountId: '301', businessNumber: '101' };
    const answer = await call(addLink, { path, body: { sourceAlias: 'beta', url: 'https://rival.example' } });
    const link = (await itemsOf(world.table)).find(({ type }) => type === 'aggregationLink');
    await route([recordOf(undefined, link)]);
    const data = { id: answer.body.id, compAccountId: 301, businessId: 101, sourceAlias: 'beta' };
    expect(await eventsTo(subscription)).toEqual([{ event: 'AGGREGATION_LINK_ADDED', data }]);
  });

  it('of a contact has numbers, and nothing of the person', async () => {
    const subscription = await subscribed([receiver.url]);
    const items = await itemsOf(world.table);
    const contact = items.find((item) => item.type === 'contact' && item.accountNumber === 100)!;
    const person = contact.contact as Item;
    const renamed = { ...contact, contact: { ...person, lastName: 'Lovelace' } };
    const moved = { ...contact, contact: { ...person, mappings: [] }, businessNumbers: undefined };
    await route([recordOf(undefined, { ...contact, quiet: undefined })]);
    await route([recordOf(contact, renamed)]);
    await route([recordOf(contact, { ...contact, version: 9, p0: '9' })]);
    await route([recordOf(contact, moved)]);
    await route([recordOf(contact, undefined)]);
    const data = { customerId: 1, accountNumber: 100, businessIds: [101, 102] };
    expect(await eventsTo(subscription)).toEqual([
      { event: 'CONTACT_CREATED', data },
      { event: 'CONTACT_UPDATED', data },
      { event: 'CONTACT_UPDATED', data: { ...data, businessIds: [] } },
      { event: 'CONTACT_DELETED', data },
    ]);
    const bodies = (await deliveriesOf(subscription)).map(({ body }) => body).join();
    expect(bodies).not.toMatch(/Ada|650\D*555|mail\.example|Lovelace|First/);
  });

  it('makes events of the catalogue alone', () => expect(eventNames).toEqual(expect.arrayContaining(ALL)));

  it('of nothing, of a silent import, of an account that closes, or of items that are no records is not sent', async () => {
    const subscription = await subscribed([receiver.url]);
    const items = await itemsOf(world.table);
    const of = (type: string) =>
      items.find(({ pk, accountNumber, ...item }) => item.type === type && accountNumber === 100 && pk !== changedAt)!;
    const changedAt = 'P#ours#BUSINESS#101';
    const [business, account] = [of('business'), of('account')];
    const later = { ...business, p0: '9999999999999-0000000000000000', version: 99, name: 'Other' };
    expect(business.quiet).toBe(business.p0);
    const records = [
      recordOf(undefined, business),
      recordOf(business, { ...later, quiet: later.p0 }),
      recordOf(business, {
        ...business,
        p0: '8888888888888-0',
        p1: business.p0,
        version: 2,
        bytes: 9,
        loadedVersion: 7,
      }),
      recordOf(account, { ...account, closing: 1 }),
      recordOf(business, undefined),
      ...items
        .filter(
          ({ type }) => !['business', 'account', 'contact', 'tombstone', 'aggregationLink'].includes(String(type)),
        )
        .map((item) => recordOf(undefined, item)),
    ];
    expect(await route(records)).toEqual(noFailures);
    expect(await deliveriesOf(subscription)).toEqual([]);
    // The next write of what was imported in silence sends an event.
    await route([
      recordOf({ ...later, quiet: later.p0 }, { ...later, quiet: later.p0, p0: '9999999999999-1', name: 'Third' }),
    ]);
    expect(await deliveriesOf(subscription)).toHaveLength(1);
  });
});

describe('Subscribers', () => {
  it('is who subscribed to the account or the location, and to the event; no other partner', async () => {
    const [account, location, other, elsewhere, theirs, deaf] = [
      await subscribed([receiver.url]),
      await subscribed([receiver.url], { businessId: 101 }),
      await subscribed([receiver.url], { businessId: 102 }),
      await subscribed([receiver.url], { accountNumber: 150 }),
      await subscribed([receiver.url], { partnerId: 'theirs', accountNumber: 200 }),
      await subscribed([receiver.url], { events: ['BUSINESS_DELETED'] }),
    ];
    // What names our account in another partner's keys is not read.
    const foreign = await subscribed([receiver.url], { partnerId: 'theirs', accountNumber: 100 });
    await route([await aChange(101)]);
    const notified = async () =>
      Promise.all(
        [account, location, other, elsewhere, theirs, deaf, foreign].map(
          async (each) => (await deliveriesOf(each!)).length,
        ),
      );
    expect(await notified()).toEqual([1, 1, 0, 0, 0, 0, 0]);
    await route([await aChange(201, 'theirs')]);
    expect(await notified()).toEqual([1, 1, 0, 0, 1, 0, 0]);
  });

  it('is the account above too where a sub-account is made', async () => {
    const above = await subscribed([receiver.url]);
    const account = (await itemsOf(world.table)).find(
      ({ type, accountNumber }) => type === 'account' && accountNumber === 150,
    )!;
    await route([recordOf(undefined, { ...account, parent: 100, quiet: undefined })]);
    expect(await eventsTo(above)).toEqual([
      { event: 'BUSINESS_CREATED', data: { businessId: 150, accountNumber: 150, type: 'Enterprise' } },
    ]);
  });

  it('is each of two webhooks of a subscription by itself, under one id of the event', async () => {
    const other = await openReceiver();
    const subscription = await subscribed([receiver.url, other.url]);
    await route([await aChange()]);
    await drainQueue();
    const [first, second] = await deliveriesOf(subscription);
    expect(first!.eventId).toBe(second!.eventId);
    expect(first!.id).not.toBe(second!.id);
    expect([receiver.received.length, other.received.length]).toEqual([1, 1]);
    other.close();
  });
});

describe('A disabled webhook', () => {
  it('receives nothing: what it misses is kept as failed, and goes nowhere', async () => {
    const [{ id, webhooks }, other] = [
      await subscribed([receiver.url, receiver.url]),
      await subscribed([receiver.url]),
    ] as const;
    const disabled = { partnerId: 'ours', subscriptionId: id, webhookId: webhooks[1]!.id };
    await world.table.put({ Item: webhookStateItem({ ...disabled, disabledSince: '2026-01-02T03:04:05.006Z' }) });
    await world.table.put({
      Item: webhookStateItem({ ...disabled, webhookId: webhooks[0]!.id, failures: 3, failingSince: 5 }),
    });
    await route([await aChange()]);
    const found = new Map((await deliveriesOf({ id })).map((each) => [each.webhookId, each]));
    expect(found.get(webhooks[0]!.id)).toMatchObject({ status: 'pending', attempts: [] });
    expect(found.get(webhooks[1]!.id)).toMatchObject({
      status: 'failed',
      attempts: [{ error: 'the webhook is disabled' }],
    });
    expect(world.queue.messages.map(({ body }) => JSON.parse(body).webhookId).sort()).toEqual(
      [webhooks[0]!.id, other.webhooks[0]!.id].sort(),
    );
    // The queue is fair by partner.
    expect(new Set(world.queue.messages.map(({ group }) => group))).toEqual(new Set(['ours']));
  });
});

describe('A record that is read again', () => {
  it('is one event, and is sent again only while no one has tried it', async () => {
    const subscription = await subscribed([receiver.url]);
    const record = await aChange();
    await route([record]);
    await route([record]);
    expect(await deliveriesOf(subscription)).toHaveLength(1);
    await drainQueue();
    // The copy has waited for the request that was under way.
    advance(21 * SECOND);
    await drainQueue();
    await route([record]);
    expect(world.queue.messages).toEqual([]);
    expect(receiver.received).toHaveLength(1);
  });

  it('where the queue was down is sent then', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => {});
    await subscribed([receiver.url]);
    const record = await aChange();
    world.queue.isDown = true;
    expect(await route([record])).toEqual({
      batchItemFailures: [{ itemIdentifier: record.dynamodb!.SequenceNumber }],
    });
    world.queue.isDown = false;
    expect(await route([record])).toEqual(noFailures);
    await drainQueue();
    expect(receiver.received).toHaveLength(1);
  });

  it('where the queue lost one message of a batch is sent again by the same call', async () => {
    await subscribed(Array.from({ length: 12 }, (_, index) => `${receiver.url}/${index}`));
    let lost = 0;
    world.queue.fate = ({ Id }) => (Id === '3' && lost++ === 0 ? 'lost' : 'kept');
    expect(await route([await aChange()])).toEqual(noFailures);
    world.queue.fate = () => 'kept';
    expect(world.queue.batches).toEqual([10, 1, 2]);
    await drainQueue();
    expect(new Set(receiver.received.map(({ path }) => path)).size).toBe(12);
  });
});

describe('A record that cannot be read', () => {
  it('goes aside by its keys, and keeps no other from its turn', async () => {
    const logged = vi.spyOn(console, 'error').mockImplementation(() => {});
    const subscription = await subscribed([receiver.url]);
    const [broken, whole] = [await aChange(), await aChange()];
    const NewImage = { ...broken.dynamodb!.NewImage, name: { B: 'AA==' } } as never;
    const noContact = recordOf(undefined, { pk: 'P#ours#X', sk: 'CONTACT', type: 'contact', partnerId: 'ours' });
    const odd = { ...broken, dynamodb: { ...broken.dynamodb, NewImage } };
    expect(await route([odd, noContact, whole])).toEqual(noFailures);
    expect(await deliveriesOf(subscription)).toHaveLength(1);
    const keys = world.unrouted.messages
      .map(({ body }) => JSON.parse(body))
      .toSorted((a, b) => (a.eventId < b.eventId ? -1 : 1));
    expect(keys).toEqual(
      [
        { eventId: broken.eventID, keys: { pk: { S: 'P#ours#BUSINESS#101' }, sk: { S: 'PROFILE' } } },
        { eventId: noContact.eventID, keys: { pk: { S: 'P#ours#X' }, sk: { S: 'CONTACT' } } },
      ].toSorted((a, b) => (a.eventId! < b.eventId! ? -1 : 1)),
    );
    expect(logged).toHaveBeenCalledTimes(2);
    // Where it can't be put aside it comes again.
    world.unrouted.isDown = true;
    expect((await route([odd])).batchItemFailures).toHaveLength(1);
    world.unrouted.isDown = false;
  });
});

describe('A replay', () => {
  const order = async (subscription: Subscription, ids: readonly string[], onlyFailed = false) => {
    const store = { table: world.table, partnerId: 'ours' };
    const before = new Set((await itemsOf(world.table)).map(({ sk }) => sk));
    const command = { subscriptionId: subscription.id, deliveryIds: ids, onlyFailed };
    expect(await replayCommands(store).put(command, 7)).toEqual({ replayed: ids.length, remaining: 7 });
    return recordOf(
      undefined,
      (await itemsOf(world.table)).find((item) => item.type === 'replayOrder' && !before.has(item.sk)),
    );
  };

  it('sends what failed and what was delivered, under the old ids; what is pending and unknown is left', async () => {
    const subscription = await subscribed([receiver.url]);
    receiver.reply = status(410);
    await route([await aChange()]);
    await drainQueue();
    await world.table.remove({
      Key: { pk: 'P#ours#ACCOUNT#100#SUBSCRIPTIONS', sk: String((await stateOf(subscription))!.sk) },
    });
    receiver.reply = status(200);
    await route([await aChange()]);
    await drainQueue();
    receiver.reply = status(500);
    await route([await aChange()]);
    await drainQueue();
    const before = await deliveriesOf(subscription);
    expect(before.map((each) => each.status).toSorted()).toEqual(['delivered', 'failed', 'pending']);
    receiver.reply = status(200);
    receiver.received.length = 0;
    const waiting = world.queue.messages;
    world.queue.messages = [];
    const record = await order(subscription, [...before.map(({ id }) => id), 'dlv_0000000000000_0000000000000000']);
    expect(await route([record])).toEqual(noFailures);
    expect(world.queue.messages).toHaveLength(2);
    await drainQueue();
    const eventIds = before.filter((each) => each.status !== 'pending').map(({ eventId }) => eventId);
    expect(receiver.received.map(({ headers }) => headers['webhook-id']).toSorted()).toEqual(eventIds.toSorted());
    // The same order, read again, begins nothing again.
    await route([record]);
    await drainQueue();
    expect(receiver.received).toHaveLength(2);
    world.queue.messages = waiting;
    advance(6 * SECOND);
    await drainQueue();
    expect((await deliveriesOf(subscription)).map((each) => each.status)).toEqual(Array(3).fill('delivered'));
  });

  it('of what failed sends each once, however often it is ordered, and nothing for an order that is read late', async () => {
    const subscription = await subscribed([receiver.url]);
    receiver.reply = status(410);
    for (let count = 0; count < 3; count++) await route([await aChange()]);
    await drainQueue();
    await world.table.remove({
      Key: { pk: 'P#ours#ACCOUNT#100#SUBSCRIPTIONS', sk: String((await stateOf(subscription))!.sk) },
    });
    receiver.reply = status(200);
    receiver.received.length = 0;
    const ids = (await deliveriesOf(subscription)).map(({ id }) => id);
    // Ordered three times before the stream shows the first.
    const orders = [await order(subscription, ids, true), await order(subscription, ids, true)];
    const named = [await order(subscription, ids), await order(subscription, ids)];
    for (const record of orders) {
      expect(await route([record])).toEqual(noFailures);
      await drainQueue();
      expect(receiver.received).toHaveLength(3);
    }
    // What has been delivered is sent again if it is named.
    for (const [index, record] of named.entries()) {
      await route([record]);
      await drainQueue();
      expect(receiver.received).toHaveLength(6 + 3 * index);
    }
    for (const record of [...orders, named[0]!]) await route([record]);
    await drainQueue();
    expect(receiver.received).toHaveLength(9);
  });

  /** So many deliveries that failed. */
  const failed = async (subscription: Subscription, length: number): Promise<string[]> => {
    const { id: webhookId } = subscription.webhooks[0]!;
    const items = Array.from({ length }, (_, index) => {
      const eventId = `evt_${index}`;
      const id = deliveryId(clock.now() + index, eventId, webhookId);
      const owner = { partnerId: 'ours', accountNumber: 100, subscriptionId: subscription.id, webhookId };
      const state = { status: 'failed', attempts: [], turn: 1, tries: 1 } as const;
      return deliveryItem({ id, ...owner, event: 'BUSINESS_UPDATED', eventId, body: '{}', ...state });
    });
    for (const Item of items) await world.table.put({ Item });
    return items.map(({ id }) => String(id));
  };

  it('has turns of 50 deliveries, each behind what else the stream has, and a turn that is read again is one', async () => {
    const subscription = await subscribed([receiver.url]);
    const ids = await failed(subscription, 120);
    const first = await order(subscription, ids);
    const change = await aChange();
    // The change is behind the order, and its event ahead of it.
    const sent = async (records: readonly ReturnType<typeof recordOf>[]) => {
      world.queue.messages = [];
      expect(await route([...records])).toEqual(noFailures);
      return world.queue.messages.map(({ body }) => JSON.parse(body).turn as number);
    };
    expect(await sent([first, change])).toEqual([1, ...Array(50).fill(2)]);
    const command = async () =>
      (await itemsOf(world.table)).find(
        ({ type, subscriptionId }) => type === 'replayOrder' && subscriptionId === subscription.id,
      );
    const after = await command();
    expect(after).toMatchObject({ done: 50 });
    // Read again before a worker has tried them, it sends the same, and begins no further turn.
    expect(await sent([first])).toEqual(Array(50).fill(2));
    expect(await command()).toEqual(after);
    expect(await sent([recordOf({ ...after, done: undefined }, after)])).toHaveLength(50);
    const last = await command();
    expect(await sent([recordOf(after, last)])).toHaveLength(20);
    expect(await command()).toEqual(last);
  });

  it('that release 0.2.0 has ordered, without a status, is one turn', async () => {
    const subscription = await subscribed([receiver.url]);
    const record = await order(subscription, await failed(subscription, 120));
    delete record.dynamodb?.NewImage?.status;
    world.queue.messages = [];
    expect(await route([record])).toEqual(noFailures);
    expect(world.queue.messages).toHaveLength(120);
  });

  it('that was tried is not sent again when its command is read again', async () => {
    const subscription = await subscribed([receiver.url]);
    await route([await aChange()]);
    await drainQueue();
    const record = await order(subscription, [(await deliveriesOf(subscription))[0]!.id]);
    receiver.reply = status(500);
    await route([record]);
    await drainQueue();
    expect(await deliveriesOf(subscription)).toMatchObject([{ status: 'pending', tries: 1 }]);
    world.queue.messages = [];
    await route([record]);
    expect(world.queue.messages).toEqual([]);
  });

  it('that was cut off before it was sent is sent when its order is read again', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => {});
    const subscription = await subscribed([receiver.url]);
    await route([await aChange()]);
    await drainQueue();
    const { id } = (await deliveriesOf(subscription))[0]!;
    const record = await order(subscription, [id]);
    world.queue.isDown = true;
    expect((await route([record])).batchItemFailures).toHaveLength(1);
    world.queue.isDown = false;
    const item = (await world.table.get(deliveryKey('ours', subscription.id, id)))!;
    expect(deliveryFrom(item)).toMatchObject({ status: 'pending', turn: 2, tries: 0 });
    expect(await route([record])).toEqual(noFailures);
    await drainQueue();
    expect(receiver.received).toHaveLength(2);
    await runSchedule();
  });
});
