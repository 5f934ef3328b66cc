/**
 * From the table's stream to the queue: what was committed becomes events, and each event a delivery to every webhook that
 * is told of it. A record that is read again makes the same deliveries, and sends what may not have been sent.
 */
import type { EventsOf } from '../contract/event.ts';
import type { Item } from '../dynamodb/attributes.ts';
import { inLanes } from '../dynamodb/lanes.ts';
import { type StreamRecord, Unreadable } from '../dynamodb/stream.ts';
import type { Table } from '../dynamodb/table.ts';
import type { Queue } from '../queue/client.ts';
import { sendNow } from './outbox.ts';
import { type Delivery, type DeliveryMessage, DISABLED, deliveryId } from './repository/delivery.ts';
import { deliveryWrites, messageOf } from './repository/delivery-writes.ts';
import { statesPrefix, subscriptionFrom, subscriptionsPartition } from './repository/subscription.ts';
import { webhookStateFrom } from './repository/webhook-state.ts';
import { accountsTold, bodyOf, eventsOf, type TableEvent, webhooksTold } from './rules/told.ts';
import { sendAgain } from './send-again.ts';

/** So many deliveries of a record are put at once. */
const AT_ONCE = 10;

export interface Routing {
  /** What each module makes of a change. */
  readonly modules: readonly EventsOf[];
  readonly queue: Queue;
}

/** The subscriptions of an account, with the states of their webhooks. */
const subscriptionsOf = async (table: Table, partnerId: string, accountNumber: number): Promise<readonly Item[]> => {
  const items: Item[] = [];
  const pages = table.query({
    KeyConditionExpression: 'pk = :pk',
    ExpressionAttributeValues: { ':pk': subscriptionsPartition(partnerId, accountNumber) },
    // Who had subscribed before the write is told.
    ConsistentRead: true,
  });
  for await (const page of pages) items.push(...page);
  return items;
};

/** The deliveries of an event to the subscriptions of an account. */
const deliveriesOf = (event: TableEvent, items: readonly Item[]): readonly Delivery[] => {
  const disabled = new Set(
    items
      .filter(({ type, disabledSince }) => type === 'webhookState' && disabledSince !== undefined)
      .map((item) => `${item.sk} ${webhookStateFrom(item).webhookId}`),
  );
  let body: string | undefined;
  return items
    .filter(({ type }) => type === 'subscription')
    .flatMap((item) => {
      const subscription = subscriptionFrom(item);
      const { id: subscriptionId, partnerId, accountNumber } = subscription;
      const prefix = statesPrefix({ pk: String(item.pk), sk: String(item.sk) }, subscriptionId);
      return webhooksTold(subscription, event).map(({ id: webhookId }): Delivery => {
        body ??= bodyOf(event);
        const isDisabled = disabled.has(`${prefix}${webhookId} ${webhookId}`);
        const common = { partnerId, accountNumber, subscriptionId, webhookId, event: event.type, eventId: event.id };
        return {
          id: deliveryId(event.at, event.id, webhookId),
          ...common,
          body,
          turn: 1,
          tries: 0,
          ...(isDisabled
            ? { status: 'failed', attempts: [{ at: new Date(event.at).toISOString(), error: DISABLED }] }
            : { status: 'pending', attempts: [], nextAttemptAt: event.at }),
        };
      });
    });
};

/** Nobody has tried it yet: its message may not have been sent. */
const isUntried = ({ status, attempts, turn }: Delivery): boolean =>
  status === 'pending' && attempts.length === 0 && turn === 1;

/**
 * Works on the records of one invocation. What was subscribed is read once for each account: all of them were committed
 * before.
 *
 * @throws Unreadable for a record that no module can read
 */
export const router = ({ modules, queue }: Routing) => {
  const known = new Map<string, Promise<readonly Item[]>>();
  const subscribed = (table: Table, partnerId: string, accountNumber: number) => {
    const partition = subscriptionsPartition(partnerId, accountNumber);
    const items = known.get(partition) ?? subscriptionsOf(table, partnerId, accountNumber);
    known.set(partition, items);
    return items;
  };

  const readEvents = (record: StreamRecord): readonly TableEvent[] => {
    try {
      return eventsOf(record, modules);
    } catch (cause) {
      throw new Unreadable((cause as Error).message, { cause });
    }
  };

  return async (record: StreamRecord): Promise<void> => {
    const { newImage, oldImage, table, deadline } = record;
    if (newImage?.type === 'replayOrder') {
      if (!oldImage) await sendAgain(newImage, record, queue);
      return;
    }
    const deliveries: Delivery[] = [];
    for (const event of readEvents(record)) {
      for (const accountNumber of accountsTold(event))
        deliveries.push(...deliveriesOf(event, await subscribed(table, event.partnerId, accountNumber)));
    }
    const { put } = deliveryWrites(table);
    const messages: DeliveryMessage[] = [];
    await inLanes(deliveries, AT_ONCE, async (delivery) => {
      const there = await put(delivery);
      if (isUntried(there)) messages.push(messageOf(there));
    });
    await sendNow(queue.within({ deadline }), messages);
  };
};
