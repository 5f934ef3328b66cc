/** On the table's stream: makes events of what was committed, and deliveries of them (docs/engineers.md: events). */
import type { Context, DynamoDBBatchResponse, DynamoDBStreamEvent } from 'aws-lambda';
import { businessEvents } from '../../lib/business/events.ts';
import { competitorEvents } from '../../lib/competitors/events.ts';
import { contactEvents } from '../../lib/contacts/events.ts';
import { eachRecord, type StreamRecord } from '../../lib/dynamodb/stream.ts';
import { listingEvents } from '../../lib/listing/events.ts';
import { messagesOf } from '../../lib/media/messages.ts';
import { serviceQueue } from '../../lib/queue/client.ts';
import { router } from '../../lib/subscriptions/route.ts';
import { surveyEvents } from '../../lib/surveys/events.ts';
import { userEvents } from '../../lib/users/events.ts';

const modules = [businessEvents, listingEvents, contactEvents, competitorEvents, userEvents, surveyEvents];
const AT_ONCE = 10;

/** Media have a queue of their own: one that came is fetched, one that went is removed. */
const mediaFirst =
  (route: (record: StreamRecord) => Promise<void>) =>
  (record: StreamRecord): Promise<void> => {
    const messages = messagesOf(record);
    if (messages.length === 0) return route(record);
    return serviceQueue('MEDIA_QUEUE_URL').within({ deadline: record.deadline }).send(messages);
  };

export const handler = (event: DynamoDBStreamEvent, context: Context): Promise<DynamoDBBatchResponse> =>
  eachRecord(event, context, mediaFirst(router({ modules, queue: serviceQueue('DELIVERY_QUEUE_URL') })), {
    atOnce: AT_ONCE,
    // The stream forgets a record after a day: what can't be read waits for an operator by its keys.
    onUnreadable: (record) =>
      serviceQueue('UNROUTED_QUEUE_URL').send([{ body: JSON.stringify(record), group: 'unrouted' }]),
  });
