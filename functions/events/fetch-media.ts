/** On the queue of media: fetches what was uploaded into the bucket, and removes what was deleted (docs/content.md). */
import type { Context, SQSBatchResponse, SQSEvent, SQSRecord } from 'aws-lambda';
import { serviceBucket } from '../../lib/bucket/client.ts';
import { serviceTable } from '../../lib/dynamodb/environment.ts';
import { sources } from '../../lib/dynamodb/sources.ts';
import { workOn } from '../../lib/media/fetch-medium.ts';
import { messageFrom } from '../../lib/media/messages.ts';
import { allowsLocal } from '../../lib/outside/lookup.ts';
import { serviceQueue } from '../../lib/queue/client.ts';

/** Milliseconds before the time-out at which calls end. */
const LAST_TO_CALL = 1000;

export const handler = async (
  { Records }: SQSEvent,
  { getRemainingTimeInMillis }: Pick<Context, 'getRemainingTimeInMillis'>,
): Promise<SQSBatchResponse> => {
  const limits = { deadline: sources.now() + getRemainingTimeInMillis() - LAST_TO_CALL };
  const ways = {
    table: serviceTable().within(limits),
    queue: serviceQueue('MEDIA_QUEUE_URL').within(limits),
    bucket: serviceBucket('MEDIA_BUCKET'),
    allowLocal: allowsLocal(),
  };
  const failed: string[] = [];
  const tryOn = async ({ messageId, body, attributes }: SQSRecord): Promise<void> => {
    try {
      const isRepeated = Number(attributes?.ApproximateReceiveCount ?? 2) > 1;
      await workOn(messageFrom(body), { ...ways, isRepeated });
    } catch (error) {
      const { name, message } = error as Error;
      console.error({ message: 'a message of the queue of media was not worked off', messageId, name, error: message });
      failed.push(messageId);
    }
  };
  for (const record of Records) await tryOn(record);
  return { batchItemFailures: failed.map((itemIdentifier) => ({ itemIdentifier })) };
};
