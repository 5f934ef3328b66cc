/** For tests of what is really sent: the demo data with a webhook for all events, and what some work sends to it. */
import { isDeepStrictEqual } from 'node:util';
import { afterAll, beforeAll } from 'vitest';
import type { Item } from '../../../lib/dynamodb/table/attributes.ts';
import { keyText } from '../../../lib/dynamodb/table/keys.ts';
import { eventNames } from '../../../lib/subscriptions/events.ts';
import type { Subscription } from '../../../lib/subscriptions/repository/subscription.ts';
import type { OpenTable } from '../../../tools/open-table.ts';
import { itemsOf } from '../../support/data-files.ts';
import { fewDemoRecords } from '../../support/demo-items.ts';
import { bringOnce } from '../../support/kept-records.ts';
import { openQueue, type TestQueue } from './queue.ts';
import { closeEvents, openEvents, recordOf, route, type StreamRecord, subscribe } from './support.ts';

/** The body of an event. */
export interface SentEvent {
  readonly id: string;
  readonly type: string;
  readonly timestamp: string;
  readonly businessNumber: number;
  readonly data: Readonly<Record<string, unknown>>;
}

let table: OpenTable;
let media: TestQueue;
let unrouted: TestQueue;

/** Call it once for a test file. */
export const useDemoEvents = (): void => {
  beforeAll(async () => {
    ({ table, unrouted } = await openEvents());
    await bringOnce(table, await fewDemoRecords());
    media = await openQueue();
    process.env.MEDIA_QUEUE_URL = media.url;
  });
  afterAll(() => {
    media.close();
    closeEvents();
  });
};

export const demoTable = (): OpenTable => table;

/** A subscription to all events of an account of the demo data, or of one of its locations. */
export const subscribedTo = (
  businessId: number,
  { partnerId = 'orchard', accountNumber = 700100, url = 'https://hooks.example.com/' } = {},
) => subscribe([url], { partnerId, accountNumber, businessId, events: eventNames });

const stored = async (): Promise<Map<string, Item>> =>
  new Map((await itemsOf(table)).map((item) => [keyText(item), item]));

/** What some work changes, as the stream shows it. */
export const recordsOf = async (work: () => Promise<unknown>): Promise<readonly StreamRecord[]> => {
  const before = await stored();
  await work();
  const after = await stored();
  return [...new Set([...before.keys(), ...after.keys()])].flatMap((key) => {
    const [oldImage, newImage] = [before.get(key), after.get(key)];
    return isDeepStrictEqual(oldImage, newImage) ? [] : [recordOf(oldImage, newImage)];
  });
};

const isDelivery = ({ type }: Item): boolean => type === 'delivery';

/** The events that records make, by the subscription that they are sent to; those that were there do not count. */
export const eventsOf = async (records: readonly StreamRecord[]): Promise<ReadonlyMap<string, SentEvent[]>> => {
  const known = new Set((await itemsOf(table)).filter(isDelivery).map(keyText));
  const { batchItemFailures } = await route(records);
  if (batchItemFailures.length > 0) throw new Error('a record could not be routed');
  if (unrouted.messages.length > 0) throw new Error('a record could not be read');
  const made = (await itemsOf(table)).filter((item) => isDelivery(item) && !known.has(keyText(item)));
  const sent = Map.groupBy(made, ({ subscriptionId }) => String(subscriptionId));
  return new Map([...sent].map(([id, items]) => [id, items.map(({ body }) => JSON.parse(String(body)))]));
};

/** The events that some work sends to a subscription. */
export const sentBy = async ({ id }: Subscription, work: () => Promise<unknown>): Promise<readonly SentEvent[]> =>
  (await eventsOf(await recordsOf(work))).get(id) ?? [];
