/** On the queue of jobs: has connectors carry out jobs, and starts posts and changes by which jobs come to be. */
import type { SQSBatchResponse, SQSEvent } from 'aws-lambda';
import { placeOf, signedUrl } from '../../lib/bucket/place.ts';
import { completeResult } from '../../lib/connectors/complete.ts';
import type { ReportMessage, WorkMessage } from '../../lib/connectors/repository/messages.ts';
import { queuedWork, workFrom } from '../../lib/connectors/repository/messages.ts';
import { runJob } from '../../lib/connectors/run-job.ts';
import type { RunWays } from '../../lib/connectors/ways.ts';
import { clock } from '../../lib/dynamodb/client/clock.ts';
import { serviceTable } from '../../lib/dynamodb/client/environment.ts';
import { type Invocation, timeLimitsOf } from '../../lib/dynamodb/stream/invocation.ts';
import { showAgain } from '../../lib/dynamodb/stream/tombstones.ts';
import { functionWriter } from '../../lib/dynamodb/writes/writer.ts';
import { jobKinds as kinds } from '../../lib/job-kinds.ts';
import { MOST_DELAY_SECONDS, serviceQueue } from '../../lib/queue/client.ts';
import { eachMessage } from '../../lib/queue/each-message.ts';
import { changePost } from '../../lib/social/change-post.ts';
import { startPost } from '../../lib/social/start-post.ts';

/** So long a connector may fetch what is of our bucket. */
const MEDIA_SECONDS = 900;

/** So long, in milliseconds, a post that is early is waited for. */
const MOST_WAIT = 1500;

const writer = functionWriter('run-jobs', 'the queue of jobs');

/** What the sandbox connector reports by itself. */
const report = async ({ partnerId, id, work: _, ...given }: ReportMessage, { table }: RunWays): Promise<void> => {
  await completeResult({ table, partnerId }, id, kinds, { given });
};

const workOn = async (message: WorkMessage, ways: RunWays): Promise<void> => {
  if (message.work === 'job') return runJob(message, ways);
  if (message.work === 'report') return report(message, ways);
  const { table, queue } = ways;
  if (message.work === 'removal') return showAgain(table, { ...message.of, p0: message.mark }, 'looks');
  const store = { table, partnerId: message.partnerId };
  if (message.work === 'change') return changePost(store, message);
  const left = Number(message.of) - clock.now();
  // The queue knows full seconds. What is far too early waits there.
  if (left > MOST_WAIT) return queue.send([queuedWork(message, Math.min(MOST_DELAY_SECONDS, Math.floor(left / 1000)))]);
  if (left > 0) await clock.pause(left);
  return startPost(store, message);
};

export const handler = (event: SQSEvent, invocation: Invocation): Promise<SQSBatchResponse> => {
  const { deadline } = timeLimitsOf(invocation);
  const queue = serviceQueue('JOB_QUEUE_URL').within({ deadline });
  const mostOfPartner = Number(process.env.REQUESTS_OF_A_PARTNER ?? 2);
  return eachMessage(event, ({ body, receipts }) =>
    workOn(workFrom(body), {
      // Each message has its own budget of writes.
      table: serviceTable().within({ deadline, writer }),
      ...{ queue, kinds, receipts, mostOfPartner },
      signedUrl: (key) => signedUrl(placeOf('MEDIA_BUCKET'), key, MEDIA_SECONDS),
    }),
  );
};
