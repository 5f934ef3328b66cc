/** What the tests of bulk updates share: requests, the stream, and the queue with its worker. */
import { handler as cancel } from '../../../functions/bulk/cancel-bulk-update.ts';
import { handler as get } from '../../../functions/bulk/get-bulk-update.ts';
import { handler as start } from '../../../functions/bulk/start-bulk-update.ts';
import { handler as runBulk } from '../../../functions/events/run-bulk.ts';
import { jobKey } from '../../../lib/bulk/repository/job.ts';
import { clock } from '../../../lib/dynamodb/client/clock.ts';
import type { OpenTable } from '../../../tools/open-table.ts';
import { type Answer, type Call, call } from '../../support/call.ts';
import { type TestBucket, useTestBucket } from '../../support/test-bucket.ts';
import { openQueue, type TestQueue } from '../events/queue.ts';
import { closeEvents, openEvents, recordOf, route } from '../events/support.ts';

export interface BulkWorld {
  readonly table: OpenTable;
  readonly queue: TestQueue;
  readonly bucket: TestBucket;
}

let opened: BulkWorld;

export const openBulk = async (): Promise<BulkWorld> => {
  const { table } = await openEvents();
  const [queue, bucket] = [await openQueue(), await useTestBucket()];
  process.env.BULK_QUEUE_URL = queue.url;
  process.env.BULK_PLANS = 'trial:100:500 enterprise:10000:2000000';
  opened = { table, queue, bucket };
  return opened;
};

export const closeBulk = (): void => {
  opened.queue.close();
  closeEvents();
};

export const startBulk = (body: unknown, more: Call = {}): Promise<Answer> =>
  call(start, { body, ...more, headers: { 'X-Business-Number': '100', ...more.headers } });
export const getBulk = (jobId: string, query: Record<string, string> = {}, more: Call = {}): Promise<Answer> =>
  call(get, { path: { jobId }, query, ...more });
export const cancelBulk = (jobId: string, more: Call = {}): Promise<Answer> =>
  call(cancel, { path: { jobId }, ...more });

export const itemOf = (jobId: string, accountNumber = 100) =>
  opened.table.get(jobKey({ partnerId: 'ours', accountNumber, jobId }));

/** Shows a started job to the stream. */
export const showStarted = async (jobId: string): Promise<void> => {
  await route([recordOf(undefined, await itemOf(jobId))]);
};

const context = (milliseconds: number) => ({ getRemainingTimeInMillis: () => milliseconds });

/** Receives messages until none is left, at most so many; those that failed come again. */
export const drain = async (most = 1000, milliseconds = 60_000): Promise<number> => {
  const { queue } = opened;
  let received = 0;
  while (queue.messages.length > 0 && received < most) {
    const message = queue.messages.shift()!;
    received++;
    const record = { messageId: '1', body: message.body, attributes: { ApproximateReceiveCount: '1' } };
    const { batchItemFailures } = await runBulk({ Records: [record] } as never, context(milliseconds));
    if (batchItemFailures.length > 0) queue.messages.push(message);
  }
  return received;
};

/** The clock's minute. */
export const tick = () => runBulk({}, context(60_000));

/** Starts a job, and runs it to its end. */
export const runToEnd = async (body: object): Promise<string> => {
  const { jobId } = (await startBulk(body)).body;
  await showStarted(jobId);
  await drain();
  return jobId;
};

export const now = (): number => clock.now();
