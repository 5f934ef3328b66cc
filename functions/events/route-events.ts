/**
 * On the table's stream: makes events of what was committed, deliveries of them, and starts what else entities declare
 * (docs/engineers.md: events).
 */
import type { Context, DynamoDBBatchResponse, DynamoDBStreamEvent } from 'aws-lambda';
import { eachRecord, withLast } from '../../lib/dynamodb/stream/records.ts';
import { entities } from '../../lib/entities.ts';
import { serviceQueue } from '../../lib/queue/client.ts';
import { replayCommandEntity } from '../../lib/subscriptions/repository/replay-command-entity.ts';
import { router } from '../../lib/subscriptions/route.ts';

const AT_ONCE = 10;

/** Opened when they are sent to. */
const queues = {
  get deliveries() {
    return serviceQueue('DELIVERY_QUEUE_URL');
  },
  get jobs() {
    return serviceQueue('JOB_QUEUE_URL');
  },
  get media() {
    return serviceQueue('MEDIA_QUEUE_URL');
  },
  get bulk() {
    return serviceQueue('BULK_QUEUE_URL');
  },
};

/** Replays come last: each takes a turn, and others' events do not wait for it. */
const inTurn = (event: DynamoDBStreamEvent) => withLast(event, (type) => type === replayCommandEntity.type);

export const handler = (event: DynamoDBStreamEvent, context: Context): Promise<DynamoDBBatchResponse> =>
  eachRecord(inTurn(event), context, router(entities, queues), {
    atOnce: AT_ONCE,
    // The stream forgets a record after a day: what can't be read waits for an operator by its keys.
    onUnreadable: (record) =>
      serviceQueue('UNROUTED_QUEUE_URL').send([{ body: JSON.stringify(record), group: 'unrouted' }]),
  });
