/** What reset sandbox loads of connectors and channels: enough to send a message and to publish a post. */
import type { SQSEvent } from 'aws-lambda';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { handler as listConnectors } from '../../../functions/connectors/list-connectors.ts';
import { handler as sendMessage } from '../../../functions/conversations/send-message.ts';
import { handler as moveDue } from '../../../functions/events/move-due.ts';
import { handler as runJobs } from '../../../functions/events/run-jobs.ts';
import { handler as resetSandbox } from '../../../functions/sandbox/reset-sandbox.ts';
import { handler as schedulePost } from '../../../functions/social/schedule-post.ts';
import { handler as trackPost } from '../../../functions/social/track-post.ts';
import { CHANNELS } from '../../../lib/connectors/repository/channels.ts';
import { jobFrom } from '../../../lib/connectors/repository/job.ts';
import { jobMessage, queuedWork } from '../../../lib/connectors/repository/messages.ts';
import { clock } from '../../../lib/dynamodb/client/clock.ts';
import { call } from '../../support/call.ts';
import { openWorld, scan } from '../../support/opened-world.ts';
import { openQueue, type TestQueue } from '../events/queue.ts';
import { context } from '../events/support.ts';

let queue: TestQueue;
beforeAll(async () => {
  await openWorld();
  queue = await openQueue();
  process.env.JOB_QUEUE_URL = queue.url;
  process.env.DELIVERY_QUEUE_URL = `${queue.url}-of-events`;
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
});
afterAll(() => queue.close());

const reset = async (): Promise<{ account: number; location: number; customerId: number }> => {
  vi.spyOn(clock, 'pause').mockResolvedValue();
  const { status, body } = await call(resetSandbox);
  expect(status).toBe(200);
  return { account: body.accountNumber, location: body.locations[0].businessNumber, customerId: body.contactIds[0] };
};

const connectorsOf = (account: number) => call(listConnectors, { headers: { 'x-business-number': String(account) } });
const itemsOf = async (type: string, account: number) =>
  (await scan()).filter((item) => item.type === type && item.accountNumber === account);

/** Runs all that is due, as in a sandbox. */
const run = async (account: number): Promise<void> => {
  vi.stubEnv('SANDBOX', 'true');
  const receive = async (bodies: readonly string[]) => {
    const Records = bodies.map((body, index) => ({
      messageId: String(index),
      body,
      attributes: { ApproximateReceiveCount: '1' },
    }));
    expect((await runJobs({ Records } as unknown as SQSEvent, context())).batchItemFailures).toEqual([]);
  };
  await moveDue({}, context());
  await receive(queue.messages.splice(0).map(({ body }) => body));
  // The stream has them sent.
  await receive((await itemsOf('job', account)).map((job) => queuedWork(jobMessage(jobFrom(job))).body));
  vi.unstubAllEnvs();
};

it('connects the account for each channel, and again after another reset', async () => {
  const first = await reset();
  const { body: before } = await connectorsOf(first.account);
  expect(before.connectors).toEqual(
    CHANNELS.map((channel) => expect.objectContaining({ channel, url: 'sandbox', state: 'enabled' })),
  );
  const second = await reset();
  const { body: after } = await connectorsOf(second.account);
  expect(after.connectors).toHaveLength(CHANNELS.length);
  expect(after.id).not.toBe(before.id);
  expect((await connectorsOf(first.account)).status).toBe(404);
});

it('loads what a message and a post need', async () => {
  const { account, location, customerId } = await reset();
  const body = { customerId, channel: 'SMS', text: 'Your table is ready.' };
  expect((await call(sendMessage, { path: { businessId: String(location) }, body })).status).toBe(200);
  const post = { text: 'Pie', socialSite: 'ALPHA', subBusinessNumbers: [location], scheduleTimestamp: clock.now() };
  const scheduled = await call(schedulePost, { path: { businessId: String(account) }, body: post });
  expect(scheduled).toMatchObject({ status: 200, body: { notConnected: [] } });
  await run(account);
  expect(await itemsOf('message', account)).toMatchObject([{ status: 'SENT', text: 'Your table is ready.' }]);
  const { trackingId } = scheduled.body;
  const tracked = await call(trackPost, { path: { businessId: String(location), trackingId } });
  expect(JSON.stringify(tracked.body)).toContain('POST_SUCCEEDED');
});
