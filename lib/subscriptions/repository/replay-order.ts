/** Orders to send deliveries again: one item, which the stream shows to the function that routes events. */
import type { Item } from '../../dynamodb/attributes.ts';
import { type Entity, itemOf, type Opened } from '../../dynamodb/entity.ts';
import { expiryAfter } from '../../dynamodb/expiry.ts';
import { joined } from '../../dynamodb/keys.ts';
import { nextMark } from '../../dynamodb/marks.ts';
import { tokenOf } from '../../dynamodb/versioned.ts';
import { deliveriesPartition } from './delivery.ts';

/** What the operation answers. */
export interface Replayed {
  readonly replayed: number;
  readonly remaining: number;
}

export interface ReplayOrder {
  readonly partnerId: string;
  readonly subscriptionId: string;
  /** At most 1,000. */
  readonly deliveryIds: readonly string[];
}

const KEPT_SECONDS = 24 * 3600;
const text = { type: 'string' } as const;

export const replayOrderEntity: Entity = {
  type: 'replayOrder',
  keys: { pk: 'P#<partner>#SUBSCRIPTION#<id>#DELIVERIES', sk: 'REPLAY#<mark>' },
  answers: 'Which deliveries are to be sent again?',
  attributes: {
    type: 'object',
    required: ['partnerId', 'subscriptionId', 'deliveryIds', 'expiresAtSeconds'],
    properties: {
      partnerId: text,
      subscriptionId: text,
      deliveryIds: { type: 'array', maxItems: 1000, items: text },
      expiresAtSeconds: { type: 'integer' },
    },
  },
  exported: { not: 'it expires within a day' },
  personal: false,
  audit: { not: 'changes no record' },
  removal: { withLocation: 'expires within a day', withAccount: 'expires within a day' },
};

const orderItem = ({ partnerId, subscriptionId, deliveryIds }: ReplayOrder, mark: string): Item =>
  itemOf(
    'replayOrder',
    { partnerId, subscriptionId, deliveryIds, expiresAtSeconds: expiryAfter(KEPT_SECONDS) },
    { pk: deliveriesPartition(partnerId, subscriptionId), sk: joined('REPLAY', mark) },
  );

export const replayOrderFrom = ({ partnerId, subscriptionId, deliveryIds }: Item): ReplayOrder => ({
  partnerId: String(partnerId),
  subscriptionId: String(subscriptionId),
  deliveryIds: deliveryIds as readonly string[],
});

/** The replay orders of a partner. */
export const replayOrders = (({ table, partnerId, claim }) => ({
  /**
   * Orders deliveries to be sent again; under an idempotency key in the same transaction. Two at once are harmless: what is
   * pending already is not sent anew.
   *
   * @param remaining - for the response: how many were not ordered
   * @returns what is answered, by this request or the one that was executed under the key before
   */
  put: async (subscriptionId: string, deliveryIds: readonly string[], remaining: number): Promise<Replayed> => {
    const replayed: Replayed = { replayed: deliveryIds.length, remaining };
    const answered = (result: Readonly<Record<string, unknown>> | undefined): Replayed => ({
      replayed: Number(result?.replayed),
      remaining: Number(result?.remaining),
    });
    if (claim?.executed) return answered(claim.executed.result);
    const mark = nextMark();
    const Item = orderItem({ partnerId, subscriptionId, deliveryIds }, mark);
    const isEmpty = deliveryIds.length === 0;
    if (!claim) {
      if (!isEmpty) await table.put({ Item });
      return replayed;
    }
    const take = claim.take({ mark, result: { ...replayed } });
    const refused = await table.transact([take, ...(isEmpty ? [] : [{ Put: { Item } }])], tokenOf(mark));
    return refused ? answered(claim.taken(refused.failed.get(0)).result) : replayed;
  },
})) satisfies Opened<unknown>;
