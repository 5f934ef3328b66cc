/** What the functions for webhooks do to the table is what their roles allow: neither a right is missing, nor one too many. */
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import type { Call } from '../../lib/dynamodb/call.ts';
import { functionClient } from '../../lib/dynamodb/client.ts';
import { useTable } from '../../lib/dynamodb/environment.ts';
import { tableOf } from '../../lib/dynamodb/table.ts';
import { replayOrders } from '../../lib/subscriptions/repository/replay-order.ts';
import { actionsOf } from '../contract/demo-table.ts';
import { openReceiver, type Receiver, status } from '../functions/events/receiver.ts';
import {
  aChange,
  advance,
  closeEvents,
  deliveriesOf,
  HOUR,
  openEvents,
  recordOf,
  route,
  runSchedule,
  SECOND,
  subscribe,
  type World,
  work,
} from '../functions/events/support.ts';
import { itemsOf } from '../support/data-files.ts';
import { allowedTo, denialsOf } from './rights.ts';
import { defaultStage, resourceNamed, type Synthesized } from './synthesized.ts';

let prod: Synthesized;
let opened: World;
let receiver: Receiver;
const used: Record<string, { readonly actions: Set<string>; readonly keys: Set<string> }> = {};
let running = 'nothing';

/** What the keys of a call begin with, wherever they stand in it. */
const keysIn = (input: unknown): string[] =>
  [...JSON.stringify(input).matchAll(/"(?:pk|:pk)":\{"S":"([^"#]+#)/g)].map(([, start = '']) => start);

const noting =
  (call: Call): Call =>
  (operation, input, options) => {
    used[running] ??= { actions: new Set(), keys: new Set() };
    for (const action of actionsOf({ operation, input })) used[running]!.actions.add(action);
    for (const key of keysIn(input)) used[running]!.keys.add(key);
    return call(operation, input, options);
  };
const as = async <T>(name: string, run: () => Promise<T>): Promise<T> => {
  running = name;
  try {
    return await run();
  } finally {
    running = 'nothing';
  }
};

beforeAll(async () => {
  prod = await defaultStage();
  opened = await openEvents();
  receiver = await openReceiver();
  useTable(tableOf(opened.table.name, noting(functionClient(inject('endpoint')))));

  // A delivery that fails until its next try is an item, which is moved to the queue, delivered, and ordered again.
  receiver.reply = status(500);
  const subscription = await subscribe([receiver.url]);
  const change = await aChange();
  await as('RouteEvents', () => route([change]));
  const steps = [0, 6 * SECOND, 6 * 60 * SECOND];
  for (const wait of steps) {
    advance(wait);
    await as('DeliverWebhook', () => work());
  }
  advance(HOUR);
  await as('MoveDue', runSchedule);
  receiver.reply = status(200);
  await as('DeliverWebhook', () => work());
  const [delivery] = await deliveriesOf(subscription);
  expect(delivery?.status).toBe('delivered');
  const orders = replayOrders({ table: opened.table, partnerId: 'ours' } as Parameters<typeof replayOrders>[0]);
  await orders.put(subscription.id, [delivery!.id], 0);
  const order = (await itemsOf(opened.table)).find(({ type }) => type === 'replayOrder');
  await as('RouteEvents', () => route([recordOf(undefined, order)]));
  await as('DeliverWebhook', () => work());
  expect(receiver.received).toHaveLength(5);
});
afterAll(() => {
  closeEvents();
  receiver.close();
});

describe.each(['RouteEvents', 'DeliverWebhook', 'MoveDue'])('%s', (name) => {
  const idOf = () => resourceNamed(prod, 'AWS::Lambda::Function', name)[0];

  it('has the rights on the table that it uses', () => {
    const onItems = [...allowedTo(prod, idOf()).keys()].filter((action) => /^dynamodb:.*(?:Item|Query)$/.test(action));
    expect(onItems.map((action) => action.slice('dynamodb:'.length)).sort()).toEqual([...used[name]!.actions].sort());
  });

  it('is denied none of the keys that it uses, and all guarded ones that it does not', () => {
    const denied = denialsOf(prod, idOf()).flatMap(({ keys }) => keys.map((key) => key.replace('*', '')));
    expect(denied.filter((key) => used[name]!.keys.has(key))).toEqual([]);
    const guarded = ['SECRET#', 'DUE#'].filter((key) => !used[name]!.keys.has(key));
    expect(denied.sort()).toEqual(guarded.sort());
  });
});
