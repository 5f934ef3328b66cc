/** Each minute: moves the tries that are due by now to the queue (docs/engineers.md: events). */
import type { Context } from 'aws-lambda';
import { serviceTable } from '../../lib/dynamodb/environment.ts';
import { sources } from '../../lib/dynamodb/sources.ts';
import { serviceQueue } from '../../lib/queue/client.ts';
import { moveDue } from '../../lib/subscriptions/move-due.ts';

/** Milliseconds before the time-out at which no other batch is begun, and at which calls end. */
const LAST_TO_BEGIN = 6000;
const LAST_TO_CALL = 1000;

export const handler = async (
  _event: unknown,
  { getRemainingTimeInMillis }: Pick<Context, 'getRemainingTimeInMillis'>,
): Promise<void> => {
  const limits = { deadline: sources.now() + getRemainingTimeInMillis() - LAST_TO_CALL };
  await moveDue({
    table: serviceTable().within(limits),
    queue: serviceQueue('DELIVERY_QUEUE_URL').within(limits),
    hasTime: () => getRemainingTimeInMillis() > LAST_TO_BEGIN,
  });
};
