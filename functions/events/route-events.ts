/** On the table's stream: makes events of what was committed, and deliveries of them (docs/engineers.md: events). */
import type { Context, DynamoDBBatchResponse, DynamoDBStreamEvent } from 'aws-lambda';
import { businessEvents } from '../../lib/business/events.ts';
import { competitorEvents } from '../../lib/competitors/events.ts';
import { contactEvents } from '../../lib/contacts/events.ts';
import { eachRecord } from '../../lib/dynamodb/stream.ts';
import { listingEvents } from '../../lib/listing/events.ts';
import { serviceQueue } from '../../lib/queue/client.ts';
import { router } from '../../lib/subscriptions/route.ts';
import { surveyEvents } from '../../lib/surveys/events.ts';
import { userEvents } from '../../lib/users/events.ts';

const modules = [businessEvents, listingEvents, contactEvents, competitorEvents, userEvents, surveyEvents];
const AT_ONCE = 10;

export const handler = (event: DynamoDBStreamEvent, context: Context): Promise<DynamoDBBatchResponse> =>
  eachRecord(event, context, router({ modules, queue: serviceQueue('DELIVERY_QUEUE_URL') }), {
    atOnce: AT_ONCE,
    // The stream forgets a record after a day: what can't be read waits for an operator by its keys.
    onUnreadable: (record) =>
      serviceQueue('UNROUTED_QUEUE_URL').send([{ body: JSON.stringify(record), group: 'unrouted' }]),
  });
