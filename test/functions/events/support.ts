/** What the tests of events share: subscriptions, changes as the stream shows them, and the functions run as AWS runs them. */
import type { DynamoDBStreamEvent, SQSEvent } from 'aws-lambda';
import { handler as deliverWebhook } from '../../../functions/events/deliver-webhook.ts';
import { handler as moveDue } from '../../../functions/events/move-due.ts';
import { handler as routeEvents } from '../../../functions/events/route-events.ts';
import { clock, random } from '../../../lib/dynamodb/client/clock.ts';
import { type Item, toAttributes } from '../../../lib/dynamodb/table/attributes.ts';
import type { Key } from '../../../lib/dynamodb/table/keys.ts';
import { type Delivery, deliveryFrom } from '../../../lib/subscriptions/repository/delivery.ts';
import { type SubscriptionSecrets, secretsItem } from '../../../lib/subscriptions/repository/secrets.ts';
import {
  drawSubscriptionId,
  type Subscription,
  subscriptionItem,
  subscriptionKey,
} from '../../../lib/subscriptions/repository/subscription.ts';
import { webhookStateKey } from '../../../lib/subscriptions/repository/webhook-state.ts';
import type { OpenTable } from '../../../tools/open-table.ts';
import { itemsOf } from '../../support/data-files.ts';
import { bringOnce } from '../../support/kept-records.ts';
import { createTestTable } from '../../support/store.ts';
import { world } from '../../support/world.ts';
import { openQueue, type TestQueue } from './queue.ts';

export const context = (milliseconds = 25_000) =>
  ({ getRemainingTimeInMillis: () => milliseconds }) as Parameters<typeof routeEvents>[1];

export const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
export const ALL = [
  ...['BUSINESS_CREATED', 'BUSINESS_UPDATED', 'BUSINESS_DELETED', 'BUSINESS_STATUS_CHANGED'],
  ...['CONTACT_CREATED', 'CONTACT_UPDATED', 'CONTACT_DELETED', 'AGGREGATION_LINK_ADDED'],
];

export interface World {
  readonly table: OpenTable;
  readonly queue: TestQueue;
  readonly unrouted: TestQueue;
}

let opened: World;
let realNow: () => number;
let ahead = 0;

/** For `beforeAll`: the world in a table of its own, two queues, and a clock that `advance` moves. */
export const openEvents = async (): Promise<World> => {
  const table = await createTestTable();
  await bringOnce(table, world);
  const [queue, unrouted] = [await openQueue(), await openQueue()];
  process.env.DELIVERY_QUEUE_URL = queue.url;
  process.env.UNROUTED_QUEUE_URL = unrouted.url;
  // No test of events puts a job.
  process.env.JOB_QUEUE_URL = queue.url;
  process.env.WEBHOOKS_LOCAL = 'allowed';
  ahead = 0;
  realNow = clock.now;
  clock.now = () => realNow() + ahead;
  opened = { table, queue, unrouted };
  return opened;
};

export const closeEvents = (): void => {
  opened.queue.close();
  opened.unrouted.close();
};

export const SECOND = 1000;
export const MINUTE = 60 * SECOND;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

/** Moves the clock of the functions and of the queue. */
export const advance = (milliseconds: number): void => {
  ahead += milliseconds;
};

let slot = 0;

/** A subscription of an account, ours unless it says otherwise, with a webhook for each URL. */
export const subscribe = async (
  urls: readonly string[],
  {
    partnerId = 'ours',
    accountNumber = 100,
    businessId = accountNumber,
    events = ALL,
    ...secrets
  }: {
    partnerId?: string;
    accountNumber?: number;
    businessId?: number;
    events?: readonly string[];
  } & Partial<SubscriptionSecrets> = {},
): Promise<Subscription> => {
  const id = drawSubscriptionId(accountNumber, String(slot++ % 50).padStart(2, '0'));
  const webhooks = urls.map((url) => ({ id: `wh_${random.hex(16)}`, url, events }));
  const subscription = { id, partnerId, accountNumber, businessId, webhooks, createdAt: '2026-01-02T03:04:05.000Z' };
  await opened.table.put({ Item: subscriptionItem(subscription) });
  const Item = secretsItem(partnerId, id, { secrets: [{ value: SECRET }], auth: null, ...secrets });
  await opened.table.put({ Item });
  return subscription;
};

/** Takes a subscription away. */
export const unsubscribe = async ({ partnerId, id }: Subscription): Promise<void> => {
  await opened.table.remove({ Key: subscriptionKey(partnerId, id)! });
};

let records = 0;

export type StreamRecord = DynamoDBStreamEvent['Records'][number];

/** A change as the stream shows it. */
export const recordOf = (oldImage: Item | undefined, newImage: Item | undefined): StreamRecord => {
  const kind = oldImage ? (newImage ? 'MODIFY' : 'REMOVE') : 'INSERT';
  const { pk, sk } = newImage ?? oldImage ?? {};
  return {
    eventID: `record-${++records}`,
    eventName: kind,
    dynamodb: {
      SequenceNumber: String(records),
      ApproximateCreationDateTime: Math.floor(clock.now() / 1000),
      Keys: toAttributes({ pk, sk }) as never,
      ...(oldImage && { OldImage: toAttributes(oldImage) as never }),
      ...(newImage && { NewImage: toAttributes(newImage) as never }),
    },
  };
};

/** What some work has done to an item, as the stream shows it. */
export const changing = async (key: Key, work: () => Promise<unknown>): Promise<StreamRecord> => {
  const before = await opened.table.get(key);
  await work();
  return recordOf(before, await opened.table.get(key));
};

export const route = (Records: readonly StreamRecord[], milliseconds?: number) =>
  routeEvents({ Records: [...Records] }, context(milliseconds));

/** Receives what is visible by now, and hands it to the function; what failed comes again at the next call. */
export const work = async (most = 10): Promise<number> => {
  const { queue } = opened;
  const due = queue.messages.filter(({ visibleAt }) => visibleAt <= clock.now()).slice(0, most);
  if (due.length === 0) return 0;
  queue.messages = queue.messages.filter((each) => !due.includes(each));
  const received = due.map((each) => ({ ...each, receipts: each.receipts + 1 }));
  const Records = received.map(({ body, receipts }, index) => ({
    messageId: String(index),
    body,
    attributes: { ApproximateReceiveCount: String(receipts) },
  }));
  const { batchItemFailures } = await deliverWebhook({ Records } as unknown as SQSEvent, context());
  for (const { itemIdentifier } of batchItemFailures) queue.messages.push(received[Number(itemIdentifier)]!);
  return due.length;
};

/** Works until nothing is visible. */
export const drainQueue = async (): Promise<void> => {
  for (let rounds = 0; (await work()) > 0; rounds++) if (rounds > 200) throw new Error('the queue is never empty');
};

export const runSchedule = (): Promise<void> => moveDue({}, context());

/** The deliveries of a subscription, oldest first. */
export const deliveriesOf = async ({ id }: Pick<Subscription, 'id'>): Promise<Delivery[]> =>
  (await itemsOf(opened.table))
    .filter(({ type, subscriptionId }) => type === 'delivery' && subscriptionId === id)
    .map(deliveryFrom)
    .toSorted((a, b) => (a.id < b.id ? -1 : 1));

export const stateOf = ({ partnerId, id, webhooks }: Subscription): Promise<Item | undefined> =>
  opened.table.get(webhookStateKey(partnerId, id, webhooks[0]!.id));

/** Tries of a subscription that are due later than the queue delays a message. */
export const dueItems = async ({ id }: Pick<Subscription, 'id'>): Promise<Item[]> =>
  (await itemsOf(opened.table)).filter(({ type, subscriptionId }) => type === 'due' && subscriptionId === id);

let name = 0;

/** A change of location 101 (or another), as the stream shows it. */
export const aChange = async (businessNumber = 101, partnerId = 'ours'): Promise<StreamRecord> => {
  const key = { pk: `P#${partnerId}#BUSINESS#${businessNumber}`, sk: 'PROFILE' };
  const { businesses } = await import('../../../lib/business/repository/business.ts');
  return changing(key, async () => {
    const outcome = await businesses({ table: opened.table, partnerId }).update(businessNumber, {
      writes: { name: `Name ${++name}` },
    });
    if (!('saved' in outcome)) throw new Error(outcome.refused);
  });
};
