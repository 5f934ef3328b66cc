/** Each minute: moves the tries that are due by now to the queue (docs/engineers.md: events). */
import { serviceTable } from '../../lib/dynamodb/environment.ts';
import { endingOf, type Invocation } from '../../lib/dynamodb/invocation.ts';
import { serviceQueue } from '../../lib/queue/client.ts';
import { moveDue } from '../../lib/subscriptions/move-due.ts';

export const handler = async (_event: unknown, invocation: Invocation): Promise<void> => {
  const { hasTime, ...limits } = endingOf(invocation);
  const queue = serviceQueue('DELIVERY_QUEUE_URL').within(limits);
  await moveDue({ table: serviceTable().within(limits), queue, hasTime });
};
