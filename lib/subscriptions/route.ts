/**
 * From the table's stream to the queue: what was committed becomes events, and each event a delivery to every webhook that
 * is told of it. A record that is read again makes the same deliveries, and sends what may not have been sent.
 */
import type { EventsOf } from '../contract/event.ts';
import { inLanes } from '../dynamodb/lanes.ts';
import { type StreamRecord, Unreadable } from '../dynamodb/stream.ts';
import type { Table } from '../dynamodb/table.ts';
import type { Queue } from '../queue/client.ts';
import { sendNow } from './outbox.ts';
import { type Delivery, type DeliveryMessage, DISABLED, deliveryId } from './repository/delivery.ts';
import { deliveryWrites, messageOf } from './repository/delivery-writes.ts';
import { subscriptionsPartition } from './repository/subscription.ts';
import { subscriptions, type Watched } from './repository/subscriptions.ts';
import { accountsTold, bodyOf, eventsOf, type TableEvent, webhooksTold } from './rules/told.ts';
import { sendAgain } from './send-again.ts';

/** So many deliveries of a record are put at once. */
const AT_ONCE = 10;

export interface Routing {
  /** What each module makes of a change. */
  readonly modules: readonly EventsOf[];
  readonly queue: Queue;
}

/** The deliveries of an event to the subscriptions of an account. */
const deliveriesOf = (event: TableEvent, subscribed: readonly Watched[]): readonly Delivery[] => {
  let body: string | undefined;
  return subscribed.flatMap(({ subscription, states }) => {
    const { id: subscriptionId, partnerId, accountNumber } = subscription;
    return webhooksTold(subscription, event).map(({ id: webhookId }): Delivery => {
      body ??= bodyOf(event);
      const isDisabled = states.get(webhookId)?.disabledSince !== undefined;
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
  const known = new Map<string, Promise<readonly Watched[]>>();
  const subscribed = (table: Table, partnerId: string, accountNumber: number) => {
    const partition = subscriptionsPartition(partnerId, accountNumber);
    const found = known.get(partition) ?? subscriptions({ table, partnerId }).ofAccount(accountNumber);
    known.set(partition, found);
    return found;
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
