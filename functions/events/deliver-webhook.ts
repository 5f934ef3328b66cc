/** On the queue: sends deliveries to their webhooks, those of a batch at once (docs/engineers.md: events). */
import type { SQSBatchResponse, SQSEvent } from 'aws-lambda';
import { serviceTable } from '../../lib/dynamodb/client/environment.ts';
import { type Invocation, timeLimitsOf } from '../../lib/dynamodb/stream/invocation.ts';
import { serviceQueue } from '../../lib/queue/client.ts';
import { eachMessage } from '../../lib/queue/each-message.ts';
import { deliver } from '../../lib/subscriptions/deliver.ts';
import { messageFrom } from '../../lib/subscriptions/outbox.ts';
import { MOST_OF_PARTNER } from '../../lib/subscriptions/rules/fairness.ts';

export const handler = (event: SQSEvent, invocation: Invocation): Promise<SQSBatchResponse> => {
  const { deadline } = timeLimitsOf(invocation);
  const queue = serviceQueue('DELIVERY_QUEUE_URL').within({ deadline });
  const { REQUESTS_OF_A_PARTNER: most } = process.env;
  const mostOfPartner = most === undefined ? MOST_OF_PARTNER : Number(most);
  return eachMessage(event, ({ body, receipts }) =>
    // Each delivery has its own budget of tries.
    deliver(messageFrom(body), { table: serviceTable().within({ deadline }), queue, receipts, mostOfPartner }),
  );
};
