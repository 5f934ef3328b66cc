/** The event of a deletion is also for subscriptions that go with what was deleted: they stay for its first tries. */
import type { SQSEvent } from 'aws-lambda';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { handler as deleteBusiness } from '../../../functions/business/delete-business.ts';
import { handler as processStream } from '../../../functions/events/process-stream.ts';
import { handler as runJobs } from '../../../functions/events/run-jobs.ts';
import { tombstoneKey } from '../../../lib/business/repository/tombstone.ts';
import { clock } from '../../../lib/dynamodb/client/clock.ts';
import type { Deleted } from '../../../lib/dynamodb/table/entity.ts';
import { secretsKey } from '../../../lib/subscriptions/repository/secrets.ts';
import { type Subscription, subscriptionKey } from '../../../lib/subscriptions/repository/subscription.ts';
import { call } from '../../support/call.ts';
import { bringOnce } from '../../support/kept-records.ts';
import { openQueue, type TestQueue } from './queue.ts';
import { openReceiver, type Receiver, status } from './receiver.ts';
import {
  advance,
  changing,
  closeEvents,
  context,
  drainQueue,
  openEvents,
  recordOf,
  route,
  SECOND,
  type StreamRecord,
  stateOf,
  subscribe,
  type World,
} from './support.ts';

const ACCOUNT = 700;

let world: World;
let jobs: TestQueue;
let receiver: Receiver;
beforeAll(async () => {
  world = await openEvents();
  jobs = await openQueue();
  process.env.JOB_QUEUE_URL = jobs.url;
  clock.pause = async () => {};
  await bringOnce(world.table, [
    { type: 'account', accountNumber: ACCOUNT, partnerId: 'ours', name: 'Subscribed' },
    { type: 'business', businessNumber: ACCOUNT + 1, accountNumber: ACCOUNT, business: { name: 'One' } },
  ]);
});
afterAll(() => {
  closeEvents();
  jobs.close();
});
beforeEach(async () => {
  receiver = await openReceiver();
  return () => receiver.close();
});

const sweep = (record: StreamRecord) => processStream({ Records: [record] }, context());

/** Hands the function what the queue of jobs shows by now. */
const workJobs = async (): Promise<number> => {
  const due = jobs.messages.filter(({ visibleAt }) => visibleAt <= clock.now());
  jobs.messages = jobs.messages.filter((each) => !due.includes(each));
  const Records = due.map(({ body }, index) => ({
    messageId: String(index),
    body,
    attributes: { ApproximateReceiveCount: '1' },
  }));
  expect(await runJobs({ Records } as unknown as SQSEvent, context())).toEqual({ batchItemFailures: [] });
  return due.length;
};

/** What is left of a subscription: its item, the state of its webhook, its secrets. */
const leftOf = async (subscription: Subscription) => {
  const { partnerId, id } = subscription;
  const secrets = await world.table.get(secretsKey(partnerId, id));
  return [
    (await world.table.get(subscriptionKey(partnerId, id)!)) !== undefined,
    (await stateOf(subscription)) !== undefined,
    ((secrets?.secrets ?? []) as unknown[]).length,
  ];
};

it.each<[Deleted['kind'], number]>([
  ['business', ACCOUNT + 1],
  ['account', ACCOUNT],
])('%s: it is tried again after a failure, and the subscription goes within a minute', async (kind, number) => {
  const subscription = await subscribe([receiver.url], { accountNumber: ACCOUNT, businessId: number });
  const key = tombstoneKey('ours', kind, number);
  const removed = await call(deleteBusiness, { path: { businessId: String(number) } });
  expect(removed.status).toBe(200);
  const shown = recordOf(undefined, (await world.table.get(key))!);
  // The removal is faster than the event.
  await sweep(shown);
  await route([shown]);
  receiver.reply = status(503);
  await drainQueue();
  expect(receiver.received).toHaveLength(1);
  receiver.reply = status(200);
  advance(7 * SECOND);
  await drainQueue();
  expect(receiver.received.map(({ body }) => JSON.parse(body).type)).toEqual(['BUSINESS_DELETED', 'BUSINESS_DELETED']);
  expect(await workJobs()).toBe(0);
  expect(await leftOf(subscription)).toEqual([true, true, 1]);
  advance(25 * SECOND);
  const again = await changing(key, async () => expect(await workJobs()).toBe(1));
  await sweep(again);
  expect(await leftOf(subscription)).toEqual([false, false, 0]);
});
