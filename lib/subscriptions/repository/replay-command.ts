/** Orders to send deliveries again: one item, which the stream shows to the function that routes events. */
import type { Item } from '../../dynamodb/table/attributes.ts';
import { itemOf, type Opened } from '../../dynamodb/table/entity.ts';
import { expiryAfter } from '../../dynamodb/table/expiry.ts';
import { joined } from '../../dynamodb/table/keys.ts';
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

const commandItem = ({ partnerId, subscriptionId, deliveryIds, onlyFailed }: ReplayCommand, mark: string): Item =>
  itemOf(
    'replayOrder',
    {
      ...{ partnerId, subscriptionId, deliveryIds, expiresAtSeconds: expiryAfter(KEPT_SECONDS) },
      ...(onlyFailed && { onlyFailed }),
    },
    { pk: deliveriesPartition(partnerId, subscriptionId), sk: joined('REPLAY', mark) },
  );

export const replayCommandFrom = ({ partnerId, subscriptionId, deliveryIds, onlyFailed }: Item): ReplayCommand => ({
  partnerId: String(partnerId),
  subscriptionId: String(subscriptionId),
  deliveryIds: deliveryIds as readonly string[],
  onlyFailed: onlyFailed === true,
});

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
