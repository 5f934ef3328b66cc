/**
 * From the table's stream to the queue: what was committed becomes events, and each event a delivery to every webhook that
 * subscribes to it. A record that is read again makes the same deliveries, and sends what may not have been sent.
 */
import { noteChange } from '../changes/repository/noting.ts';
import { withConcurrency } from '../dynamodb/client/concurrency.ts';
import { passingOnly, type StreamRecord } from '../dynamodb/stream/records.ts';
import type { Queues } from '../dynamodb/stream/roles.ts';
import type { Item } from '../dynamodb/table/attributes.ts';
import type { Entity } from '../dynamodb/table/entity.ts';
import type { Table } from '../dynamodb/table/table.ts';
import { isQuiet } from '../dynamodb/writes/marks.ts';
import { lateOfErased } from '../partners/repository/late-records.ts';
import { sendNow } from './outbox.ts';
import { type Delivery, type DeliveryMessage, DISABLED, deliveryId } from './repository/delivery.ts';
import { deliveryWrites, messageOf } from './repository/delivery-writes.ts';
import { subscriptionsPartition } from './repository/subscription.ts';
import { subscriptions, type Watched } from './repository/subscriptions.ts';
import {
  accountsNotified,
  bodyOf,
  composedEvents,
  composers,
  eventSources,
  eventsOf,
  type TableEvent,
  webhooksNotified,
} from './rules/notifications.ts';

/** So many deliveries of a record are put at once. */
const AT_ONCE = 10;

const isMoved = (
  { from, to }: NonNullable<NonNullable<Entity['work']>['changed']>,
  oldImage: Item | undefined,
  newImage: Item | undefined,
): boolean => from.includes(String(oldImage?.status)) && to.includes(String(newImage?.status));

/** Whether the stream starts other work for an item that was made, changed or deleted. */
const startsWork = ({ work }: Entity, record: StreamRecord): boolean => {
  const { oldImage, newImage } = record;
  const happened = !oldImage ? 'made' : newImage ? 'changed' : 'deleted';
  if (!work?.on.includes(happened)) return false;
  if (happened === 'changed' && work.changed) return isMoved(work.changed, oldImage, newImage);
  return work.isDue?.(record) ?? true;
};

/** The deliveries of an event to the subscriptions of an account. */
const deliveriesOf = (event: TableEvent, subscribed: readonly Watched[]): readonly Delivery[] => {
  let body: string | undefined;
  return subscribed.flatMap(({ subscription, states }) => {
    const { id: subscriptionId, partnerId, accountNumber } = subscription;
    return webhooksNotified(subscription, event).map(({ id: webhookId }): Delivery => {
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

/** No one has tried it yet: its message may not have been sent. */
const isUntried = ({ status, attempts, turn }: Delivery): boolean =>
  status === 'pending' && attempts.length === 0 && turn === 1;

/**
 * Works on the records of one invocation, as their entities declare it. Subscriptions are read once for each account: all of
 * the records were committed before.
 *
 * @throws Unreadable for a record that what makes its events cannot read
 */
export const router = (entities: readonly Entity[], queues: Queues) => {
  const byType = new Map<unknown, Entity>(entities.map((entity) => [entity.type, entity]));
  const sourcesOf = eventSources(entities);
  const composedBy = composers(entities);
  const isLateOfErased = lateOfErased();
  const known = new Map<string, Promise<readonly Watched[]>>();
  const subscribed = (table: Table, partnerId: string, accountNumber: number) => {
    const partition = subscriptionsPartition(partnerId, accountNumber);
    const found = known.get(partition) ?? subscriptions({ table, partnerId }).ofAccount(accountNumber);
    known.set(partition, found);
    return found;
  };

  const readEvents = passingOnly(async (record): Promise<readonly TableEvent[]> => {
    const { oldImage, newImage } = record;
    const own = eventsOf(record, sourcesOf(record));
    const compose = isQuiet(oldImage, newImage) ? undefined : composedBy.get(newImage?.type);
    return compose ? [...own, ...composedEvents(record, await compose(record))] : own;
  });

  return async (record: StreamRecord): Promise<void> => {
    const { newImage, oldImage, table, deadline } = record;
    const entity = byType.get((newImage ?? oldImage)?.type);
    const work = entity && startsWork(entity, record) ? entity.work : undefined;
    if (work && !entity?.events) return work.start(record, queues);
    const deliveries: Delivery[] = [];
    const events = (await isLateOfErased(record)) ? [] : await readEvents(record);
    const notes = events.flatMap((event) => accountsNotified(event).map((feed) => ({ event, feed })));
    // Ahead of the deliveries: a record whose deliveries fail is read again, and its entries come twice.
    await withConcurrency(notes, AT_ONCE, ({ event, feed }) => noteChange(table, event, feed, deadline));
    for (const event of events) {
      for (const accountNumber of accountsNotified(event))
        deliveries.push(...deliveriesOf(event, await subscribed(table, event.partnerId, accountNumber)));
    }
    const { put } = deliveryWrites(table);
    const messages: DeliveryMessage[] = [];
    await withConcurrency(deliveries, AT_ONCE, async (delivery) => {
      const there = await put(delivery);
      if (isUntried(there)) messages.push(messageOf(there));
    });
    await sendNow(queues.deliveries.within({ deadline }), messages);
    await work?.start(record, queues);
  };
};
