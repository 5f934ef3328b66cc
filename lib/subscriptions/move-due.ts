/** Moves the tries that are due to the queue: sent first and deleted then, so that a run that is cut off loses none. */

import { clock } from '../dynamodb/client/clock.ts';
import { chunksOf, withConcurrency } from '../dynamodb/client/concurrency.ts';
import type { Table } from '../dynamodb/table/table.ts';
import type { DeliveryMessage } from './repository/delivery.ts';
import { dues, shards } from './repository/due.ts';

const BATCH = 10;
/** Of each shard. */
const AT_ONCE = 4;

interface Ways {
  readonly table: Table;
  /** Sends messages to the queue of each. */
  readonly send: (messages: readonly DeliveryMessage[]) => Promise<void>;
  readonly hasTime: () => boolean;
}

/** @returns how many were moved; the rest, where there is no time for it, is due in the next run too */
export const moveDue = async ({ table, send, hasTime }: Ways): Promise<number> => {
  const { dueBy, remove } = dues(table);
  const now = clock.now();
  let moved = 0;
  const moveShard = async (shard: number): Promise<void> => {
    for await (const page of dueBy(shard, now)) {
      await withConcurrency(chunksOf(page, BATCH), AT_ONCE, async (batch) => {
        if (!hasTime()) return;
        await send(batch.map(({ message }) => message));
        await withConcurrency(batch, BATCH, remove);
        moved += batch.length;
      });
      if (!hasTime()) return;
    }
  };
  await withConcurrency(shards, shards.length, moveShard);
  return moved;
};
