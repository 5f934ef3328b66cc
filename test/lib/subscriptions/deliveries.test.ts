/** Lists of deliveries: pages, totals, and what failed in a time. */
import { beforeAll, describe, expect, it } from 'vitest';
import { clock } from '../../../lib/dynamodb/client/clock.ts';
import {
  type Delivery,
  type DeliveryStatus,
  deliveries,
  deliveryId,
  deliveryItem,
  KEPT_MILLISECONDS,
} from '../../../lib/subscriptions/repository/delivery.ts';
import { deliveryWrites } from '../../../lib/subscriptions/repository/delivery-writes.ts';
import { MOST_COUNTED } from '../../../lib/subscriptions/repository/listed-keys.ts';
import type { OpenTable } from '../../../tools/open-table.ts';
import { putItems } from '../../support/put-items.ts';
import { createTestTable } from '../../support/store.ts';

let table: OpenTable;
beforeAll(async () => {
  table = await createTestTable();
});

const SUBSCRIPTION = 'sub_2s_00_0000000000000000';
const now = clock.now();
const deliveryAt = (
  at: number,
  status: DeliveryStatus,
  subscriptionId = SUBSCRIPTION,
  partnerId = 'ours',
): Delivery => ({
  id: deliveryId(at, `evt_${at}`, 'wh_1'),
  ...{
    partnerId,
    accountNumber: 100,
    subscriptionId,
    webhookId: 'wh_1',
    event: 'BUSINESS_UPDATED',
    eventId: `evt_${at}`,
  },
  ...{ body: '{}', status, attempts: [], turn: 1, tries: 0 },
});
const putAll = async (all: readonly Delivery[]): Promise<readonly Delivery[]> => {
  await putItems(table, all.map(deliveryItem));
  return all;
};
const put = async (delivery: Delivery): Promise<Delivery> => {
  await table.put({ Item: deliveryItem(delivery) });
  return delivery;
};
const lists = () => deliveries({ table, partnerId: 'ours' });

it('are pages of one subscription, newest first, of all or of a status, with an exact total', async () => {
  const made = await putAll(
    Array.from({ length: 130 }, (_, index) =>
      deliveryAt(now - index * 1000, index % 10 === 0 ? 'failed' : 'delivered'),
    ),
  );
  await put(deliveryAt(now, 'failed', 'sub_2s_01_0000000000000000'));
  await put(deliveryAt(now - 500, 'failed', SUBSCRIPTION, 'theirs'));
  // What is over is in no list, removed or not.
  await put(deliveryAt(now - KEPT_MILLISECONDS - 60_000, 'failed'));
  const { page } = lists();
  const all = await page(SUBSCRIPTION, { start: 10, end: 125 });
  expect(all.totalCount).toBe(130);
  expect(all.deliveries).toEqual(made.slice(10, 125));
  const failed = await page(SUBSCRIPTION, { status: 'failed', start: 0, end: 5 });
  expect(failed.totalCount).toBe(13);
  expect(failed.deliveries).toEqual(made.filter((_, index) => index % 10 === 0).slice(0, 5));
  expect(await page(SUBSCRIPTION, { status: 'pending', start: 0, end: 5 })).toEqual({ totalCount: 0, deliveries: [] });
  expect(await page(SUBSCRIPTION, { start: 500, end: 505 })).toEqual({ totalCount: 130, deliveries: [] });
  // What it became is in the other list.
  const { complete } = deliveryWrites(table);
  const pending = await put(deliveryAt(now + 1000, 'pending'));
  await complete(pending, { status: 'delivered', attempt: { at: new Date(now).toISOString(), status: 200 }, tries: 1 });
  const delivered = await page(SUBSCRIPTION, { status: 'delivered', start: 0, end: 1 });
  expect([delivered.totalCount, delivered.deliveries[0]?.id]).toEqual([118, pending.id]);
});

it('that failed in a time are listed oldest first, and how many there are more', async () => {
  const id = 'sub_2s_02_0000000000000000';
  const made = [];
  for (let index = 0; index < 12; index++)
    made.push(await put(deliveryAt(now - 60_000 + index, index === 5 ? 'delivered' : 'failed', id)));
  const { failedBetween, existing } = lists();
  const ids = made.filter(({ status }) => status === 'failed').map((each) => each.id);
  const [from, to] = [now - 60_000, now - 60_000 + 11];
  expect(await failedBetween(id, { from, to, most: 1000 })).toEqual({ ids, remaining: 0 });
  expect(await failedBetween(id, { from, to, most: 4 })).toEqual({ ids: ids.slice(0, 4), remaining: 7 });
  // Both ends belong to it.
  expect(await failedBetween(id, { from: from + 1, to: to - 1, most: 1000 })).toEqual({
    ids: ids.slice(1, -1),
    remaining: 0,
  });
  expect(await failedBetween(id, { from: 0, to: from - 1, most: 1000 })).toEqual({ ids: [], remaining: 0 });
  expect(await existing(id, [ids[3]!, 'dlv_0', ids[0]!, ids[3]!])).toEqual([ids[3], ids[0]]);
  expect(await existing(SUBSCRIPTION, [ids[3]!])).toEqual([]);
});

describe('Which of them there are', () => {
  const id = 'sub_2s_04_0000000000000000';
  const made: string[] = [];
  let queries = 0;
  const counting = deliveries({
    table: {
      ...table!,
      query: (input) => {
        queries++;
        return table.query(input);
      },
    },
    partnerId: 'ours',
  });
  const taken = async (ids: readonly string[]) => {
    queries = 0;
    return { found: await counting.existing(id, ids), queries };
  };
  beforeAll(async () => {
    const all = Array.from({ length: 330 }, (_, index) => deliveryAt(now - 330_000 + index * 1000, 'failed', id));
    made.push(...(await putAll(all)).map((delivery) => delivery.id));
  });

  it('takes a Query for ten neighbours', async () => {
    expect(await taken(made)).toEqual({ found: made, queries: 33 });
  });

  it('takes a Query for each that is far from the others, and no more', async () => {
    const far = made.filter((_, index) => index % 15 === 0).toReversed();
    expect(await taken(far)).toEqual({ found: far, queries: far.length });
  });

  it('knows what is not there, and what is over', async () => {
    const unknown = made.map((each) => each.replace(/.{4}$/, 'zzzz'));
    const over = await put(deliveryAt(now - KEPT_MILLISECONDS - 60_000, 'failed', id));
    expect((await taken([...unknown, made[7]!, over.id, made[7]!])).found).toEqual([made[7]]);
    expect(await taken([])).toEqual({ found: [], queries: 0 });
  });
});

it('are counted up to a bound', () => expect(MOST_COUNTED).toBe(100_000));

it('keep their newest twenty attempts', async () => {
  let delivery = await put(deliveryAt(now, 'pending', 'sub_2s_03_0000000000000000'));
  const { complete } = deliveryWrites(table);
  for (let tries = 1; tries <= 25; tries++) {
    const attempt = { at: new Date(now + tries).toISOString(), status: 500 };
    delivery = (await complete(delivery, { status: 'pending', attempt, tries, nextAttemptAt: now }))!;
  }
  expect(delivery.attempts).toHaveLength(20);
  expect(delivery.attempts.at(-1)).toMatchObject({ at: new Date(now + 25).toISOString() });
  // A result of an earlier turn changes nothing.
  expect(await complete({ ...delivery, turn: 3 }, { status: 'failed', tries: 1 })).toBeUndefined();
});
