/** On the queue: sends deliveries to their webhooks, those of a batch at once (docs/engineers.md: events). */
import type { Context, SQSBatchResponse, SQSEvent, SQSRecord } from 'aws-lambda';
import { serviceTable } from '../../lib/dynamodb/environment.ts';
import { sources } from '../../lib/dynamodb/sources.ts';
import { serviceQueue } from '../../lib/queue/client.ts';
import { deliver } from '../../lib/subscriptions/deliver.ts';
import { messageFrom } from '../../lib/subscriptions/outbox.ts';

/** Milliseconds before the time-out at which calls end. */
const LAST_TO_CALL = 1000;

export const handler = async (
  { Records }: SQSEvent,
  { getRemainingTimeInMillis }: Pick<Context, 'getRemainingTimeInMillis'>,
): Promise<SQSBatchResponse> => {
  const limits = { deadline: sources.now() + getRemainingTimeInMillis() - LAST_TO_CALL };
  const queue = serviceQueue('DELIVERY_QUEUE_URL').within(limits);
  const workOn = async ({ messageId, body, attributes }: SQSRecord): Promise<string | undefined> => {
    try {
      const isRepeated = Number(attributes?.ApproximateReceiveCount ?? 2) > 1;
      await deliver(messageFrom(body), { table: serviceTable().within(limits), queue, isRepeated });
      return undefined;
    } catch (error) {
      const { name, message } = error as Error;
      console.error({ message: 'a message of the queue was not worked off', messageId, name, error: message });
      return messageId;
    }
  };
  const failed = await Promise.all(Records.map(workOn));
  return { batchItemFailures: failed.flatMap((itemIdentifier) => (itemIdentifier ? [{ itemIdentifier }] : [])) };
};
