/** On the queue of media: fetches what was uploaded into the bucket, and removes what was deleted (docs/content.md). */
import type { SQSBatchResponse, SQSEvent } from 'aws-lambda';
import { serviceBucket } from '../../lib/bucket/client.ts';
import { serviceTable } from '../../lib/dynamodb/environment.ts';
import { endingOf, type Invocation } from '../../lib/dynamodb/invocation.ts';
import { functionWriter } from '../../lib/dynamodb/writer.ts';
import { workOn } from '../../lib/media/fetch-medium.ts';
import { messageFrom } from '../../lib/media/messages.ts';
import { allowsLocal } from '../../lib/outside/lookup.ts';
import { serviceQueue } from '../../lib/queue/client.ts';
import { eachMessage } from '../../lib/queue/each-message.ts';

const writer = functionWriter('fetch-media', 'the queue of media');

export const handler = (event: SQSEvent, invocation: Invocation): Promise<SQSBatchResponse> => {
  const { deadline } = endingOf(invocation);
  const ways = {
    table: serviceTable().within({ deadline, writer }),
    queue: serviceQueue('MEDIA_QUEUE_URL').within({ deadline }),
    bucket: serviceBucket('MEDIA_BUCKET'),
    allowLocal: allowsLocal(),
  };
  return eachMessage(event, ({ body, isRepeated }) => workOn(messageFrom(body), { ...ways, isRepeated }));
};
