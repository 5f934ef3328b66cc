/** Replay commands: each is one item, which the stream shows to `route-events`. Its stored type stays `replayOrder`. */
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
  /** Whether deliveries that have been delivered by then are skipped. */
  readonly onlyFailed: boolean;
}

const KEPT_SECONDS = 24 * 3600;

/** The status of every command: the stream shows only changes of items that have one. */
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

/** Ends a turn of a command, so that the stream shows it again for the next one; does nothing if that has begun already. */
export const beginNextTurn = async (table: Table, { item, done }: StoredReplayCommand, next: number): Promise<void> => {
  await table.update({
    Key: keyOf(item),
    UpdateExpression: 'SET done = :next',
    ConditionExpression: done === 0 ? 'attribute_exists(pk) AND attribute_not_exists(done)' : 'done = :done',
    ExpressionAttributeValues: { ':next': next, ...(done > 0 && { ':done': done }) },
  });
};

/** The replay commands of a partner. */
export const replayCommands = ((store) => ({
  /**
   * Stores a command; under an idempotency key in the same transaction. Two concurrent ones are harmless: a delivery that
   * is pending is not sent again, nor is a failed one that has been delivered since.
   *
   * @param remaining - for the response: how many further ones have failed
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
