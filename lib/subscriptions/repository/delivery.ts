/**
 * Deliveries: one event to one webhook, with the tries that were made of it (docs/decisions.md: events). Each is an item of
 * its own below its subscription, for 30 days.
 */
import { clock } from '../../dynamodb/client/clock.ts';
import type { Item } from '../../dynamodb/table/attributes.ts';
import { itemOf, type Opened } from '../../dynamodb/table/entity.ts';
import { epochSeconds } from '../../dynamodb/table/expiry.ts';
import { digest, INDEX, type Key, NAMESAKES, ofPartner } from '../../dynamodb/table/keys.ts';
import { countedKeys, listedOf } from './listed-keys.ts';

export type DeliveryStatus = 'pending' | 'delivered' | 'failed';

/** One try. */
export interface Attempt {
  /** ISO 8601, in UTC. */
  readonly at: string;
  /** What the endpoint answered. */
  readonly status?: number;
  /** Why there was no answer: timeout, refused, dns, tls, forbidden address. */
  readonly error?: string;
  readonly milliseconds?: number;
}

export interface Delivery {
  /** `dlv_<13 digits: milliseconds of the commit>_<16 hex>`: sorts by time. */
  readonly id: string;
  readonly partnerId: string;
  readonly accountNumber: number;
  readonly subscriptionId: string;
  readonly webhookId: string;
  /** The event's name. */
  readonly event: string;
  /** The same on every try and every replay: the header `webhook-id`. */
  readonly eventId: string;
  /** What is sent, byte by byte: at most 20 KB. */
  readonly body: string;
  readonly status: DeliveryStatus;
  /** The newest 20, oldest first. */
  readonly attempts: readonly Attempt[];
  /** Counts how often it went to the queue again: a message of an earlier turn is a repetition. */
  readonly turn: number;
  /** Tries since it was made or replayed. */
  readonly tries: number;
  /** Epoch milliseconds, while it is pending. */
  readonly nextAttemptAt?: number;
}

/** What the queue holds: which delivery is due, and in which turn. */
export interface DeliveryMessage {
  readonly partnerId: string;
  readonly subscriptionId: string;
  readonly webhookId: string;
  readonly deliveryId: string;
  readonly turn: number;
  readonly channel?: string; // Set for a job: its connector is looked up when it is sent (docs/connectors.md).
  /** It was kept (outbox.ts): what followed the turn may have been cut off. */
  readonly isKept?: true;
}

export const KEPT_MILLISECONDS = 30 * 24 * 3600 * 1000;
export const MOST_ATTEMPTS = 20;

/** Why a delivery has failed where nothing was sent. */
export const DISABLED = 'the webhook is disabled';

/** @param at - epoch milliseconds of the commit: the same for a stream record that is read twice */
export const deliveryId = (at: number, eventId: string, webhookId: string): string =>
  `dlv_${String(at).padStart(13, '0')}_${digest(eventId, webhookId).slice(0, 16)}`;

/** Where the deliveries of a subscription lie, and the index lists them all; with a status, where it lists those. */
export const deliveriesPartition = (partnerId: string, subscriptionId: string, status?: DeliveryStatus): string =>
  ofPartner(partnerId, 'SUBSCRIPTION', subscriptionId, 'DELIVERIES', ...(status ? [status] : []));

export const deliveryKey = (partnerId: string, subscriptionId: string, id: string): Key => ({
  pk: deliveriesPartition(partnerId, subscriptionId),
  sk: id,
});

/** When an id's event was committed, in epoch milliseconds. */
const committedAt = (id: string): number => Number(id.slice(4, 17));

export const statusKeys = (partnerId: string, subscriptionId: string, status: DeliveryStatus) => ({
  gsi1pk: deliveriesPartition(partnerId, subscriptionId, status),
});

export const deliveryItem = (delivery: Delivery): Item => {
  const { partnerId, subscriptionId, id, status } = delivery;
  return itemOf(
    'delivery',
    { ...delivery, expiresAtSeconds: epochSeconds(committedAt(id) + KEPT_MILLISECONDS) },
    {
      ...deliveryKey(partnerId, subscriptionId, id),
      ...statusKeys(partnerId, subscriptionId, status),
      gsi1sk: id,
      gsi2pk: deliveriesPartition(partnerId, subscriptionId),
      gsi2sk: id,
    },
  );
};

export const deliveryFrom = (item: Item): Delivery => {
  const { id, partnerId, accountNumber, subscriptionId, webhookId, event, eventId, body, status } = item;
  const { attempts = [], turn, tries = 0, nextAttemptAt } = item;
  return {
    ...({ id, partnerId, accountNumber, subscriptionId, webhookId, event, eventId, body, status } as Delivery),
    attempts: attempts as readonly Attempt[],
    turn: Number(turn),
    tries: Number(tries),
    ...(nextAttemptAt !== undefined && { nextAttemptAt: Number(nextAttemptAt) }),
  };
};

export interface DeliveryPage {
  /** Exact up to 100,000, where it stops. */
  readonly totalCount: number;
  /** Newest first. */
  readonly deliveries: readonly Delivery[];
}

export interface DeliveryList {
  readonly status?: DeliveryStatus | undefined;
  /** The window: records `start` to `end`, `end` not included. */
  readonly start: number;
  readonly end: number;
}

/** The deliveries of a partner. */
export const deliveries = (({ table, partnerId }) => {
  /** The oldest id that is not over yet: TTL removes items late. */
  const oldest = () => `dlv_${String(clock.now() - KEPT_MILLISECONDS).padStart(13, '0')}`;

  return {
    /** A page, newest first. One Query for each MB of the index, and one BatchGetItem for each 100. */
    page: async (subscriptionId: string, { status, start, end }: DeliveryList): Promise<DeliveryPage> => {
      const [index, name] = status ? (['gsi1', INDEX] as const) : (['gsi2', NAMESAKES] as const);
      const { total, kept } = await countedKeys(
        table,
        { start, end },
        {
          IndexName: name,
          KeyConditionExpression: `${index}pk = :pk AND ${index}sk >= :oldest`,
          ExpressionAttributeValues: {
            ':pk': deliveriesPartition(partnerId, subscriptionId, status),
            ':oldest': oldest(),
          },
          ScanIndexForward: false,
        },
      );
      const keys = kept.map((id) => deliveryKey(partnerId, subscriptionId, id));
      // As the index, which may be a moment behind: half the units, where a page may hold the bodies of a thousand.
      const items = await table.batchGet(keys, { consistent: false });
      const sorted = items.map(deliveryFrom).toSorted((a, b) => (a.id < b.id ? 1 : -1));
      // What has another status by now is no answer to the question.
      return { totalCount: total, deliveries: sorted.filter((each) => !status || each.status === status) };
    },

    /** Which of these ids are listed, each once. A Query for each at most, of half a read unit. */
    existing: async (subscriptionId: string, ids: readonly string[]): Promise<string[]> => {
      const kept = ids.filter((id) => id >= oldest());
      const found = await listedOf(table, kept, {
        IndexName: NAMESAKES,
        KeyConditionExpression: 'gsi2pk = :pk AND gsi2sk BETWEEN :first AND :last',
        ExpressionAttributeValues: { ':pk': deliveriesPartition(partnerId, subscriptionId) },
      });
      return [...new Set(ids)].filter((id) => found.has(id));
    },

    /**
     * The failed deliveries of events that were committed from `from` to `to` (epoch milliseconds, both included), oldest
     * first.
     *
     * @returns the first `most` ids, and how many there are more (up to 100,000 are counted)
     */
    failedBetween: async (
      subscriptionId: string,
      { from, to, most }: { readonly from: number; readonly to: number; readonly most: number },
    ): Promise<{ readonly ids: readonly string[]; readonly remaining: number }> => {
      const asked = `dlv_${String(Math.max(0, Math.floor(from))).padStart(13, '0')}`;
      const first = asked > oldest() ? asked : oldest();
      const last = `dlv_${String(Math.max(0, Math.floor(to))).padStart(13, '0')}_~`;
      // A range that ends before it begins is an error of the store.
      if (last < first) return { ids: [], remaining: 0 };
      const { total, kept } = await countedKeys(
        table,
        { start: 0, end: most },
        {
          IndexName: INDEX,
          KeyConditionExpression: 'gsi1pk = :pk AND gsi1sk BETWEEN :first AND :last',
          ExpressionAttributeValues: {
            ':pk': deliveriesPartition(partnerId, subscriptionId, 'failed'),
            ':first': first,
            ':last': last,
          },
        },
      );
      return { ids: kept, remaining: total - kept.length };
    },
  };
}) satisfies Opened<unknown>;
