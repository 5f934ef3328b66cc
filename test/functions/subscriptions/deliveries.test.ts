import { beforeAll, describe, expect, it } from 'vitest';
import { handler as listDeliveries } from '../../../functions/subscriptions/list-deliveries.ts';
import { handler as listEvents } from '../../../functions/subscriptions/list-events.ts';
import { handler as replay } from '../../../functions/subscriptions/replay.ts';
import type { Item } from '../../../lib/dynamodb/table/attributes.ts';
import { eventNames } from '../../../lib/subscriptions/events.ts';
import {
  type Delivery,
  type DeliveryStatus,
  deliveryId,
  deliveryItem,
} from '../../../lib/subscriptions/repository/delivery.ts';
import type { OpenTable } from '../../../tools/open-table.ts';
import { answerOf, call } from '../../support/call.ts';
import { under } from '../../support/expected.ts';
import { scan } from '../../support/opened-world.ts';
import { KEYS } from '../../support/world.ts';
import { DRY, type More, newAccount, openWorld, subscribed } from './support.ts';

let table: OpenTable;
beforeAll(async () => {
  table = await openWorld();
});

const NOT_FOUND = { status: 404, body: { code: 1005, message: 'Subscription not found' } };
const UNKNOWN = 'sub_2s_00_0000000000000000';
const START = Date.now() - 600_000;
const ATTEMPT = { at: '2026-01-02T03:04:05.006Z', milliseconds: 7 };

const list = (subscriptionId: string, query: Record<string, string> = {}, more: More = {}) =>
  call(listDeliveries, { path: { subscriptionId }, query, ...more });
const again = (subscriptionId: string, body: unknown, more: More = {}) =>
  call(replay, { path: { subscriptionId }, ...more, body });

/** A subscription with deliveries of these statuses, a second apart from START on. */
const made = async (...statuses: readonly DeliveryStatus[]) => {
  const accountNumber = await newAccount();
  const { id: subscriptionId, webhooks } = await subscribed(accountNumber);
  const [{ id: webhookId }] = webhooks;
  const ids: string[] = [];
  for (const [index, status] of statuses.entries()) {
    const eventId = `evt_${index}`;
    const id = deliveryId(START + index * 1000, eventId, webhookId);
    const delivery: Delivery = {
      ...{ id, partnerId: 'ours', accountNumber, subscriptionId, webhookId, event: 'BUSINESS_UPDATED', eventId },
      ...{ body: '{}', status, turn: 1, tries: 1 },
      attempts: [status === 'delivered' ? { ...ATTEMPT, status: 200 } : { ...ATTEMPT, error: 'timeout' }],
      ...(status === 'pending' && { nextAttemptAt: START + 5000 }),
    };
    await table.put({ Item: deliveryItem(delivery) });
    ids.push(id);
  }
  return { id: subscriptionId, webhookId, ids };
};

const ordersOf = async (id: string): Promise<Item[]> =>
  (await scan()).filter(({ type, subscriptionId }) => type === 'replayOrder' && subscriptionId === id);

describe('List deliveries', () => {
  it('answers them newest first, in all and by status', async () => {
    const { id, webhookId, ids } = await made('delivered', 'failed', 'pending');
    const shown = (index: number, more: object) => ({
      ...{ id: ids[index], event: 'BUSINESS_UPDATED', webhookId },
      ...more,
    });
    const failed = shown(1, {
      status: 'failed',
      attempts: [{ ...ATTEMPT, status: null, error: 'timeout' }],
      nextAttemptAt: null,
    });
    const { body } = await list(id);
    expect(body).toEqual({
      totalCount: 3,
      deliveries: [
        { ...failed, id: ids[2], status: 'pending', nextAttemptAt: new Date(START + 5000).toISOString() },
        failed,
        shown(0, { status: 'delivered', attempts: [{ ...ATTEMPT, status: 200, error: null }], nextAttemptAt: null }),
      ],
    });
    expect((await list(id, { status: 'failed' })).body).toEqual({ totalCount: 1, deliveries: [failed] });
  });

  it('in pages', async () => {
    const { id, ids } = await made('failed', 'failed', 'failed', 'failed', 'failed');
    for (const status of [{}, { status: 'failed' }]) {
      const { body } = await list(id, { ...status, startIndex: '1', pageSize: '2' });
      expect(body.totalCount).toBe(5);
      expect(body.deliveries.map((each: { id: string }) => each.id)).toEqual([ids[3], ids[2]]);
      expect((await list(id, { ...status, startIndex: '5' })).body).toEqual({ totalCount: 5, deliveries: [] });
    }
    expect(await list(id, { startIndex: '99999', pageSize: '10' })).toMatchObject({
      status: 400,
      body: { code: 2348 },
    });
    expect((await list(id, { pageSize: '0' })).status).toBe(400);
    expect((await list(id, { status: 'lost' })).body.message).toMatch(
      /^status must be one of pending, delivered, failed/,
    );
  });

  it("knows no other partner's", async () => {
    const { id } = await made('failed');
    for (const answer of [list(id, {}, { key: KEYS.theirs }), list(UNKNOWN), list('x')])
      expect(await answerOf(answer)).toEqual(NOT_FOUND);
  });
});

describe('Replay', () => {
  it('orders those that are named and there, once each, whatever came of them', async () => {
    const { id, ids } = await made('delivered', 'failed');
    const other = await made('failed');
    const named = [...ids, ids[0], ...other.ids, 'dlv_0000000000000_0000000000000000', 'REPLAY#1', 'x'];
    expect(await answerOf(again(id, { deliveryIds: named }))).toEqual({
      status: 200,
      body: { replayed: 2, remaining: 0 },
    });
    expect((await ordersOf(id)).map(({ deliveryIds }) => deliveryIds)).toEqual([ids]);
  });

  it('orders those that failed in a time, both ends included', async () => {
    const { id, ids } = await made('failed', 'failed', 'delivered', 'failed', 'pending');
    const both = { from: START + 1000, to: START + 3000 };
    expect((await again(id, both)).body).toEqual({ replayed: 2, remaining: 0 });
    expect((await again(id, { from: `${START + 3000}` })).body).toEqual({ replayed: 1, remaining: 0 });
    expect((await again(id, { from: 0, to: 5 })).body).toEqual({ replayed: 0, remaining: 0 });
    const orders = (await ordersOf(id)).map(({ deliveryIds }) => deliveryIds);
    expect(orders).toHaveLength(2);
    expect(orders).toEqual(expect.arrayContaining([[ids[1], ids[3]], [ids[3]]]));
  });

  it('orders nothing in a dry run, and once under a key', async () => {
    const { id } = await made('failed');
    const one = { status: 200, body: { replayed: 1, remaining: 0 } };
    expect(await answerOf(again(id, { from: 0 }, DRY))).toEqual(one);
    expect(await ordersOf(id)).toEqual([]);
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => answerOf(again(id, { from: 0 }, under(`replay-${id}`)))),
    );
    expect(answers).toEqual(Array(5).fill(one));
    expect(await ordersOf(id)).toHaveLength(1);
  });

  it.each([
    [{}, 'deliveryIds is required'],
    [{ deliveryIds: [] }, 'deliveryIds is required'],
    [{ to: 5 }, 'from is required'],
    [{ from: 6, to: 5 }, 'to must not be before from'],
    [{ from: 'yesterday' }, 'from must be a time in epoch milliseconds'],
    [{ from: 1, deliveryIds: ['x'] }, 'from must not be sent with deliveryIds'],
    [{ deliveryIds: Array(1001).fill('x') }, 'deliveryIds must have at most 1000 items'],
  ])('%j', async (body, message) => {
    const { id } = await made();
    expect(await answerOf(again(id, body))).toEqual({ status: 400, body: { code: 400, message } });
  });

  it("knows no other partner's", async () => {
    const { id } = await made('failed');
    for (const answer of [again(id, { from: 0 }, { key: KEYS.theirs }), again(UNKNOWN, { from: 0 })])
      expect(await answerOf(answer)).toEqual(NOT_FOUND);
    expect(await ordersOf(id)).toEqual([]);
  });
});

describe('List events', () => {
  it('answers each event that can be subscribed to, with the data of one', async () => {
    const { status, body } = await call(listEvents);
    expect(status).toBe(200);
    expect(body.map(({ eventName }: { eventName: string }) => eventName)).toEqual(eventNames);
    for (const { description, example } of body) {
      expect(description).toMatch(/^[A-Z]/);
      expect(Object.keys(example).length).toBeGreaterThan(1);
    }
    expect(JSON.stringify(body)).not.toMatch(/@|phone|email/i);
  });
});
