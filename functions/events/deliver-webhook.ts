/** On the queue: sends deliveries to their webhooks, those of a batch at once (docs/engineers.md: events). */
import type { SQSBatchResponse, SQSEvent } from 'aws-lambda';
import { serviceTable } from '../../lib/dynamodb/environment.ts';
import { endingOf, type Invocation } from '../../lib/dynamodb/invocation.ts';
import { serviceQueue } from '../../lib/queue/client.ts';
import { eachMessage } from '../../lib/queue/each-message.ts';
import { deliver } from '../../lib/subscriptions/deliver.ts';
import { messageFrom } from '../../lib/subscriptions/outbox.ts';

export const handler = (event: SQSEvent, invocation: Invocation): Promise<SQSBatchResponse> => {
  const { deadline } = endingOf(invocation);
  const queue = serviceQueue('DELIVERY_QUEUE_URL').within({ deadline });
  return eachMessage(event, ({ body, isRepeated }) =>
    // Each delivery has its own budget of tries.
    deliver(messageFrom(body), { table: serviceTable().within({ deadline }), queue, isRepeated }),
  );
};
