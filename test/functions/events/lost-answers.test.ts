/** Answers of the store that are lost on the way of an event: what was written is known, and what follows from it is sent. */
import { afterAll, afterEach, beforeAll, beforeEach, expect, inject, it } from 'vitest';
import { useTable } from '../../../lib/dynamodb/client/environment.ts';
import { replayOf } from '../../../lib/subscriptions/replay.ts';
import type { Subscription } from '../../../lib/subscriptions/repository/subscription.ts';
import { type Fault, type FaultProxy, startFaultProxy } from '../../trust/fault-proxy.ts';
import { openReceiver, type Receiver, status } from './receiver.ts';
import {
  aChange,
  advance,
  closeEvents,
  deliveriesOf,
  drainQueue,
  MINUTE,
  openEvents,
  recordOf,
  route,
  subscribe,
  unsubscribe,
  type World,
  work,
} from './support.ts';

let world: World;
let receiver: Receiver;
let subscription: Subscription;
let proxy: FaultProxy;
/** What befalls the first call whose body holds a text. */
let next: { readonly holds: string; readonly fault: Fault } | undefined;

beforeAll(async () => {
  world = await openEvents();
  proxy = await startFaultProxy(inject('endpoint'), ({ body }) => {
    if (!next || !body.includes(next.holds)) return undefined;
    const { fault } = next;
    next = undefined;
    return fault;
  });
  process.env.DYNAMODB_ENDPOINT = proxy.endpoint;
  useTable(undefined);
});
afterAll(() => {
  proxy.stop();
  closeEvents();
});
beforeEach(async () => {
  receiver = await openReceiver();
  subscription = await subscribe([`${receiver.url}/hook`]);
});
afterEach(async () => {
  receiver.close();
  await unsubscribe(subscription);
});

it.each<Fault>(['lost', 'lost to a fault'])('that a try has failed (%s): it is tried again', async (fault) => {
  receiver.reply = status(500);
  await route([await aChange()]);
  next = { holds: 'turn = :turn', fault };
  await work();
  expect(next).toBeUndefined();
  expect(await deliveriesOf(subscription)).toMatchObject([{ status: 'pending', turn: 2, tries: 1 }]);
  expect(world.queue.messages).toHaveLength(1);
  receiver.reply = status(200);
  advance(MINUTE);
  await drainQueue();
  expect(await deliveriesOf(subscription)).toMatchObject([{ status: 'delivered', tries: 2 }]);
});

it.each<Fault>(['lost', 'lost to a fault'])('that a lease was taken (%s): it is sent at once', async (fault) => {
  await route([await aChange()]);
  next = { holds: 'h0 = :holder', fault };
  await work();
  expect(next).toBeUndefined();
  expect(receiver.received).toHaveLength(1);
  expect(await deliveriesOf(subscription)).toMatchObject([{ status: 'delivered', tries: 1 }]);
});

it.each<Fault>(['lost', 'lost to a fault'])('that a replay has begun (%s): it is sent', async (fault) => {
  await route([await aChange()]);
  await drainQueue();
  const [delivery] = await deliveriesOf(subscription);
  const { table } = world;
  const choice = { deliveryIds: [delivery!.id] };
  await replayOf({ table, partnerId: 'ours' }, subscription.id, { choice, validateOnly: false });
  const orders: Record<string, unknown>[] = [];
  const pages = table.query({
    KeyConditionExpression: 'pk = :pk AND begins_with(sk, :sk)',
    ExpressionAttributeValues: { ':pk': `P#ours#SUBSCRIPTION#${subscription.id}#DELIVERIES`, ':sk': 'REPLAY#' },
  });
  for await (const page of pages) orders.push(...page);
  next = { holds: '#order = :order', fault };
  await route([recordOf(undefined, orders[0])]);
  expect(next).toBeUndefined();
  await drainQueue();
  expect(receiver.received).toHaveLength(2);
});
