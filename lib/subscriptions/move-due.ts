/** Moves the tries that are due to the queue: sent first and deleted then, so that a run that is cut off loses none. */
import { chunksOf, inLanes } from '../dynamodb/lanes.ts';
import { sources } from '../dynamodb/sources.ts';
import type { Table } from '../dynamodb/table.ts';
import type { Queue } from '../queue/client.ts';
import { sendNow } from './outbox.ts';
import { dues, SHARDS } from './repository/due.ts';

const BATCH = 10;
/** Of each shard. */
const AT_ONCE = 4;

interface Ways {
  readonly table: Table;
  readonly queue: Queue;
  readonly hasTime: () => boolean;
}

/** @returns how many were moved; the rest, where there is no time for it, is due in the next run too */
export const moveDue = async ({ table, queue, hasTime }: Ways): Promise<number> => {
  const { dueBy, remove } = dues(table);
  const now = sources.now();
  let moved = 0;
  const moveShard = async (shard: number): Promise<void> => {
    for await (const page of dueBy(shard, now)) {
      await inLanes(chunksOf(page, BATCH), AT_ONCE, async (batch) => {
        if (!hasTime()) return;
        await sendNow(
          queue,
          batch.map(({ message }) => message),
        );
        await inLanes(batch, BATCH, remove);
        moved += batch.length;
      });
      if (!hasTime()) return;
    }
  };
  await inLanes(Array(SHARDS).keys(), SHARDS, moveShard);
  return moved;
};
