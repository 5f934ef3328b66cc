/** Writes of deliveries: each counts on the turn that was read, so that what comes twice or late changes nothing. */

import type { Item } from '../../dynamodb/table/attributes.ts';
import type { Table } from '../../dynamodb/table/table.ts';
import { updateUnmarked } from '../../dynamodb/writes/update-unmarked.ts';
import {
  type Attempt,
  type Delivery,
  type DeliveryMessage,
  type DeliveryStatus,
  deliveryFrom,
  deliveryItem,
  deliveryKey,
  MOST_ATTEMPTS,
  statusKeys,
} from './delivery.ts';

export const messageOf = ({ partnerId, subscriptionId, webhookId, id, turn }: Delivery): DeliveryMessage => ({
  partnerId,
  subscriptionId,
  webhookId,
  deliveryId: id,
  turn,
});

/** What a delivery becomes. */
export interface Completed {
  readonly status: DeliveryStatus;
  /** What is added to its attempts. */
  readonly attempt?: Attempt | undefined;
  readonly tries: number;
  /** Epoch milliseconds; of what is pending alone. */
  readonly nextAttemptAt?: number | undefined;
}

const NAMES = { '#status': 'status' } as const;

export const deliveryWrites = (table: Table) => ({
  /** Puts a new delivery; or answers with the one that an earlier reading of the same record has put. */
  put: async (delivery: Delivery): Promise<Delivery> => {
    const refused = await table.put({
      Item: deliveryItem(delivery),
      ConditionExpression: 'attribute_not_exists(pk)',
    });
    return refused?.item ? deliveryFrom(refused.item) : delivery;
  },

  /**
   * Writes what came of a turn, and goes on to the next where it stays pending.
   *
   * @returns the delivery as it is then; `undefined` where another one was faster
   */
  complete: async (delivery: Delivery, completed: Completed): Promise<Delivery | undefined> => {
    const { partnerId, subscriptionId, id, turn } = delivery;
    const { status, attempt, tries, nextAttemptAt } = completed;
    const isPending = status === 'pending';
    const update = {
      Key: deliveryKey(partnerId, subscriptionId, id),
      UpdateExpression: [
        'SET #status = :status, gsi1pk = :listed, attempts = :attempts, tries = :tries, turn = :next',
        isPending ? ', nextAttemptAt = :at' : ' REMOVE nextAttemptAt',
      ].join(''),
      ConditionExpression: 'turn = :turn AND #status = :pending',
      ExpressionAttributeNames: NAMES,
      ExpressionAttributeValues: {
        ':status': status,
        ':pending': 'pending',
        ':listed': statusKeys(partnerId, subscriptionId, status).gsi1pk,
        ':attempts': [...delivery.attempts, ...(attempt ? [attempt] : [])].slice(-MOST_ATTEMPTS),
        ':tries': tries,
        ':turn': turn,
        ':next': isPending ? turn + 1 : turn,
        ...(isPending && { ':at': nextAttemptAt }),
      },
    };
    // An earlier try's next turn is sent by no one else.
    const item = await updateUnmarked(table, update, (found) => deliveryFrom(found).turn === turn + 1);
    return item && deliveryFrom(item);
  },

  /**
   * Starts a delivery again for a replay command, once.
   *
   * @param order - the mark of the command: a later one has done what this one asks for
   * @param onlyFailed - whether what has been delivered since is left
   * @param now - epoch milliseconds
   * @returns the delivery as it is to be sent; `undefined` where there is nothing to send
   */
  restart: async (
    found: Item,
    { order, onlyFailed, now }: { readonly order: string; readonly onlyFailed: boolean; readonly now: number },
  ): Promise<Delivery | undefined> => {
    const delivery = deliveryFrom(found);
    const { partnerId, subscriptionId, id, status, turn, tries } = delivery;
    // The command was read before: what it has begun may not have been sent.
    if (found.order === order) return status === 'pending' && tries === 0 ? delivery : undefined;
    if (status === 'pending' || (onlyFailed && status !== 'failed')) return undefined;
    const update = {
      Key: deliveryKey(partnerId, subscriptionId, id),
      UpdateExpression:
        'SET #status = :pending, gsi1pk = :listed, tries = :zero, turn = :next, nextAttemptAt = :now, #order = :order',
      ConditionExpression: 'turn = :turn AND #status = :status AND (attribute_not_exists(#order) OR #order < :order)',
      ExpressionAttributeNames: { ...NAMES, '#order': 'order' },
      ExpressionAttributeValues: {
        ':pending': 'pending',
        ':status': status,
        ':listed': statusKeys(partnerId, subscriptionId, 'pending').gsi1pk,
        ':zero': 0,
        ':turn': turn,
        ':next': turn + 1,
        ':now': now,
        ':order': order,
      },
    };
    const item = await updateUnmarked(table, update, (each) => each.order === order && each.status === 'pending');
    return item && deliveryFrom(item);
  },
});
