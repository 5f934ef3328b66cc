/** A connector at `sandbox`: a sandbox answers it, on another stage its URL is of no address, though a data file brought it. */
import type { SQSEvent } from 'aws-lambda';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { handler as listConnectors } from '../../../functions/connectors/list-connectors.ts';
import { handler as runJobs } from '../../../functions/events/run-jobs.ts';
import { handler as testWebhook } from '../../../functions/subscriptions/test-webhook.ts';
import { jobFrom } from '../../../lib/connectors/repository/job.ts';
import { jobMessage, queuedWork } from '../../../lib/connectors/repository/messages.ts';
import { call } from '../../support/call.ts';
import { bring, openWorld } from '../../support/opened-world.ts';
import { KEYS } from '../../support/world.ts';
import { accepted, contactsOf, itemsOf, newAccount, send } from '../conversations/support.ts';
import { openQueue, type TestQueue } from './queue.ts';
import { context } from './support.ts';

/** The only kind of key that a sandbox takes. */
const TEST_KEY = 'test_key_of_our_partner_0001';

let queue: TestQueue;
beforeAll(async () => {
  await openWorld();
  await bring([{ type: 'apiKey', partnerId: 'ours', key: TEST_KEY, plan: 'trial' }]);
  queue = await openQueue();
  process.env.JOB_QUEUE_URL = queue.url;
});
afterEach(() => {
  vi.unstubAllEnvs();
});
afterAll(() => queue.close());

/** What becomes of a message after one try, and what a test of its connector says. */
const triedAt = async (n: number, key: string) => {
  await accepted(send(n + 1, { customerId: contactsOf(n).ada }, { key }));
  const Records = (await itemsOf('job', n)).map((job, index) => ({
    messageId: String(index),
    body: queuedWork(jobMessage(jobFrom(job))).body,
    attributes: { ApproximateReceiveCount: '1' },
  }));
  expect((await runJobs({ Records } as unknown as SQSEvent, context())).batchItemFailures).toEqual([]);
  const [[job], [message]] = [await itemsOf('job', n), await itemsOf('message', n)];
  const [attempt] = (job?.attempts ?? []) as { status?: number; error?: string }[];
  const { body: set } = await call(listConnectors, { key, headers: { 'x-business-number': String(n) } });
  const { body: tested } = await call(testWebhook, { key, path: { subscriptionId: set.id }, body: {} });
  const { delivered, status, error } = tested;
  return { message: message?.status, attempt: attempt?.status ?? attempt?.error, test: { delivered, status, error } };
};

const ANSWERED = { message: 'SENT', attempt: 200, test: { delivered: true, status: 200, error: null } };

it.each([
  ['of a sandbox', 'SANDBOX', 'true', TEST_KEY],
  ['of npm start', 'WEBHOOKS_LOCAL', 'allowed', KEYS.ours],
])('a connector %s is answered by the service', async (_, name, value, key) => {
  vi.stubEnv(name, value);
  expect(await triedAt(await newAccount('sandbox'), key)).toEqual(ANSWERED);
});

it('a connector of another stage is at no address: nothing counts as sent', async () => {
  expect(await triedAt(await newAccount('sandbox'), KEYS.ours)).toEqual({
    message: 'SENDING',
    attempt: 'forbidden address',
    test: { delivered: false, status: null, error: 'forbidden address' },
  });
});
