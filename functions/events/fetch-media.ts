/** On the queue of media: fetches what was uploaded into the bucket, and removes what was deleted (docs/content.md). */
import type { SQSBatchResponse, SQSEvent } from 'aws-lambda';
import { serviceBucket } from '../../lib/bucket/client.ts';
import { serviceTable } from '../../lib/dynamodb/client/environment.ts';
import { type Invocation, timeLimitsOf } from '../../lib/dynamodb/stream/invocation.ts';
import { functionWriter } from '../../lib/dynamodb/writes/writer.ts';
import { workOn } from '../../lib/media/fetch-medium.ts';
import { removeLeftovers } from '../../lib/media/leftovers.ts';
import { messageFrom } from '../../lib/media/messages.ts';
import { allowsLocal } from '../../lib/outside/lookup.ts';
import { serviceQueue } from '../../lib/queue/client.ts';
import { eachMessage } from '../../lib/queue/each-message.ts';

const writer = functionWriter('fetch-media', 'the queue of media');

let isTidy = false;

/** Once for each process. A disk on Lambda is one process's at a time; on a developer's machine many share it. */
const tidyUp = async (): Promise<void> => {
  if (!isTidy && !allowsLocal()) await removeLeftovers();
  isTidy = true;
};

export const handler = async (event: SQSEvent, invocation: Invocation): Promise<SQSBatchResponse> => {
  await tidyUp();
  const { deadline } = timeLimitsOf(invocation);
  const ways = {
    queue: serviceQueue('MEDIA_QUEUE_URL').within({ deadline }),
    bucket: serviceBucket('MEDIA_BUCKET', { deadline }),
    allowLocal: allowsLocal(),
  };
  return eachMessage(event, ({ body, isRepeated }) =>
    // Each file has its own budget of writes.
    workOn(messageFrom(body), { ...ways, table: serviceTable().within({ deadline, writer }), isRepeated }),
  );
};
