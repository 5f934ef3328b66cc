/**
 * Tries that are due later than the queue can delay a message: an item each, which a schedule moves to the queue when its
 * time has come (docs/engineers.md: events).
 */
import type { Item } from '../../dynamodb/table/attributes.ts';
import { dueList } from '../../dynamodb/table/due-list.ts';
import { type Entity, itemOf } from '../../dynamodb/table/entity.ts';
import type { Key } from '../../dynamodb/table/keys.ts';
import type { Table } from '../../dynamodb/table/table.ts';
import type { DeliveryMessage } from './delivery.ts';

const text = { type: 'string' } as const;

export const dueEntity: Entity = {
  type: 'due',
  keys: { pk: 'DUE#<shard>', sk: '<milliseconds>#<id of the delivery>#<turn>' },
  answers: 'Which retries are due?',
  attributes: {
    type: 'object',
    required: ['partnerId', 'subscriptionId', 'webhookId', 'deliveryId', 'turn'],
    properties: {
      partnerId: text,
      subscriptionId: text,
      webhookId: text,
      deliveryId: text,
      turn: { type: 'integer' },
      channel: text,
      isKept: { type: 'boolean' },
    },
  },
  exported: { not: 'it is moved to the queue when it is due' },
  personal: false,
  events: false,
  counts: false,
  audit: { not: 'follows from a delivery' },
  removal: { withLocation: 'is gone once it is due', withAccount: 'is gone once it is due' },
};

const due = dueList('DUE');
/** The number of each partition of what is due. */
export const { shards } = due;

/** @param at - epoch milliseconds */
export const dueItem = (message: DeliveryMessage, at: number): Item =>
  itemOf('due', { ...message }, due.keyOf(at, message.deliveryId, message.turn));

export interface Due {
  readonly key: Key;
  readonly message: DeliveryMessage;
}

const dueFrom = ({ pk, sk, partnerId, subscriptionId, webhookId, deliveryId, turn, channel, isKept }: Item): Due => ({
  key: { pk: String(pk), sk: String(sk) },
  message: {
    ...({ partnerId, subscriptionId, webhookId, deliveryId, turn } as DeliveryMessage),
    ...(channel !== undefined && { channel: String(channel) }),
    ...(isKept === true && { isKept }),
  },
});

/** What is due, of all partners. */
export const dues = (table: Table) => ({
  /** Puts a try off. The same one twice is one item. */
  put: async (message: DeliveryMessage, at: number): Promise<void> => {
    await table.put({ Item: dueItem(message, at) });
  },

  /** What is due in a shard by `now` (epoch milliseconds), earliest first, page after page. */
  async *dueBy(shard: number, now: number): AsyncGenerator<readonly Due[]> {
    for await (const page of due.dueBy(table, shard, now, { consistent: false })) yield page.map(dueFrom);
  },

  remove: async ({ key }: Due): Promise<void> => {
    await table.remove({ Key: key });
  },
});
