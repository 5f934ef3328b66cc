/** Orders to send deliveries again: one item, which the stream shows to the function that routes events. */
import type { Item } from '../../dynamodb/table/attributes.ts';
import { itemOf, type Opened } from '../../dynamodb/table/entity.ts';
import { expiryAfter } from '../../dynamodb/table/expiry.ts';
import { joined } from '../../dynamodb/table/keys.ts';
import type { Table } from '../../dynamodb/table/table.ts';
import { keyOf } from '../../dynamodb/writes/dependent-items.ts';
import { nextMark } from '../../dynamodb/writes/marks.ts';
import { creation, write } from '../../dynamodb/writes/write.ts';
import { deliveriesPartition } from './delivery.ts';

/** What the operation answers. */
export interface Replayed {
  readonly replayed: number;
  readonly remaining: number;
}

export interface ReplayCommand {
  readonly partnerId: string;
  readonly subscriptionId: string;
  /** At most 1,000. */
  readonly deliveryIds: readonly string[];
  /** Whether those are left that have been delivered by then. */
  readonly onlyFailed: boolean;
}

const KEPT_SECONDS = 24 * 3600;

/** The status of every order: of changes the stream shows only those of a status. */
export const OPEN = 'open';

const commandItem = ({ partnerId, subscriptionId, deliveryIds, onlyFailed }: ReplayCommand, mark: string): Item =>
  itemOf(
    'replayOrder',
    {
      ...{ partnerId, subscriptionId, deliveryIds, status: OPEN, expiresAtSeconds: expiryAfter(KEPT_SECONDS) },
      ...(onlyFailed && { onlyFailed }),
    },
    { pk: deliveriesPartition(partnerId, subscriptionId), sk: joined('REPLAY', mark) },
  );

export interface StoredReplayCommand extends ReplayCommand {
  /** How many of its deliveries earlier turns have begun. */
  readonly done: number;
  readonly item: Item;
}

export const replayCommandFrom = (item: Item): StoredReplayCommand => ({
  partnerId: String(item.partnerId),
  subscriptionId: String(item.subscriptionId),
  deliveryIds: item.deliveryIds as readonly string[],
  onlyFailed: item.onlyFailed === true,
  done: Number(item.done ?? 0),
  item,
});

/** Ends a turn of an order, which the stream then shows again for the next; nothing if that was begun already. */
export const beginNextTurn = async (table: Table, { item, done }: StoredReplayCommand, next: number): Promise<void> => {
  await table.update({
    Key: keyOf(item),
    UpdateExpression: 'SET done = :next',
    ConditionExpression: done === 0 ? 'attribute_exists(pk) AND attribute_not_exists(done)' : 'done = :done',
    ExpressionAttributeValues: { ':next': next, ...(done > 0 && { ':done': done }) },
  });
};

/** The replay orders of a partner. */
export const replayCommands = ((store) => ({
  /**
   * Orders deliveries to be sent again; under an idempotency key in the same transaction. Two at once are harmless: what is
   * pending already is not sent again, and of those that failed none that has been delivered since.
   *
   * @param remaining - for the response: how many were not ordered
   * @returns what is answered, by this request or the one that was executed under the key before
   */
  put: async (
    { subscriptionId, deliveryIds, onlyFailed }: Omit<ReplayCommand, 'partnerId'>,
    remaining: number,
  ): Promise<Replayed> => {
    const { table, partnerId, idempotency } = store;
    const replayed: Replayed = { replayed: deliveryIds.length, remaining };
    const answered = (result: Readonly<Record<string, unknown>> | undefined): Replayed => ({
      replayed: Number(result?.replayed),
      remaining: Number(result?.remaining),
    });
    if (idempotency?.executed) return answered(idempotency.executed.result);
    const mark = nextMark();
    const Item = commandItem({ partnerId, subscriptionId, deliveryIds, onlyFailed }, mark);
    const isEmpty = deliveryIds.length === 0;
    if (!idempotency) {
      if (!isEmpty) await table.put({ Item });
      return replayed;
    }
    const written = await write(store, {
      strategy: creation(),
      actions: isEmpty ? [] : [{ Put: { Item } }],
      basedOn: [0],
      mark,
      result: { ...replayed },
    });
    return 'executed' in written ? answered(written.executed.result) : replayed;
  },
})) satisfies Opened<unknown>;
