/**
 * Each minute: moves the tries that are due by now to their queues, ends jobs that are late, and has removals look a second
 * time (docs/engineers.md: events).
 */
import { endLate } from '../../lib/connectors/end-late.ts';
import { fromDue } from '../../lib/connectors/outbox.ts';
import { queuedWork } from '../../lib/connectors/repository/messages.ts';
import { allEnded } from '../../lib/dynamodb/client/concurrency.ts';
import { serviceTable } from '../../lib/dynamodb/client/environment.ts';
import { type Invocation, timeLimitsOf } from '../../lib/dynamodb/stream/invocation.ts';
import { moveRemovals } from '../../lib/dynamodb/stream/second-look.ts';
import { functionWriter } from '../../lib/dynamodb/writes/writer.ts';
import { jobKinds as kinds } from '../../lib/job-kinds.ts';
import { serviceQueue } from '../../lib/queue/client.ts';
import { movePosts } from '../../lib/social/move-posts.ts';
import { moveDue } from '../../lib/subscriptions/move-due.ts';
import { sendNow } from '../../lib/subscriptions/outbox.ts';
import type { DeliveryMessage } from '../../lib/subscriptions/repository/delivery.ts';

const writer = functionWriter('move-due', 'the clock');

export const handler = async (_event: unknown, invocation: Invocation): Promise<void> => {
  const { hasTime, ...limits } = timeLimitsOf(invocation);
  const table = serviceTable().within({ ...limits, writer });
  const deliveries = serviceQueue('DELIVERY_QUEUE_URL').within(limits);
  const jobs = serviceQueue('JOB_QUEUE_URL').within(limits);
  const send = async (messages: readonly DeliveryMessage[]): Promise<void> => {
    const ofJobs = messages.filter(({ channel }) => channel !== undefined);
    await sendNow(
      deliveries,
      messages.filter(({ channel }) => channel === undefined),
    );
    await jobs.send(ofJobs.map((each) => queuedWork(fromDue(each))));
  };
  const work: Parameters<typeof movePosts>[0]['send'] = (all) =>
    jobs.send(all.map(({ message, delaySeconds }) => queuedWork(message, delaySeconds)));
  // None waits for another: what is due of one kind may be more than a run moves, or fail.
  await allEnded([
    moveDue({ table, send, hasTime }),
    movePosts({ table, send: work, hasTime }),
    endLate({ table, kinds, hasTime }),
    moveRemovals({ table, hasTime }),
  ]);
};
