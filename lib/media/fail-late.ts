/** Each minute: ends what has been pending for too long, whatever became of its worker. */
import { inLanes } from '../dynamodb/lanes.ts';
import { sources } from '../dynamodb/sources.ts';
import type { Table } from '../dynamodb/table.ts';
import { settling } from './repository/settling.ts';
import { beganBy, type MediaDue, SHARDS, uploadFrom, uploadKey } from './repository/upload.ts';
import { NOT_IN_TIME, reasonOf } from './rules/limits.ts';
import { MOST_MILLISECONDS } from './rules/times.ts';

/** Media of an upload. */
const AT_ONCE = 10;

const endOne = async (table: Table, due: MediaDue): Promise<void> => {
  const item = await table.get(uploadKey(due));
  const { end } = settling(table);
  const failed = { status: 'FAILED', failureReason: reasonOf(NOT_IN_TIME) } as const;
  if (item) {
    const { partnerId, businessNumber, kind, mediaIds } = uploadFrom(item);
    await inLanes(mediaIds, AT_ONCE, async (mediaId) => {
      await end({ partnerId, businessNumber, kind, mediaId }, failed);
    });
  }
  // Cut off before, it is found again by the next minute.
  await table.remove({ Key: due.key });
};

/** @param hasTime - whether there is time to go on */
export const failLate = async (table: Table, hasTime: () => boolean): Promise<void> => {
  const until = sources.now() - MOST_MILLISECONDS;
  for (let shard = 0; shard < SHARDS; shard++) {
    for await (const page of beganBy(table, shard, until)) {
      for (const due of page) {
        if (!hasTime()) return;
        await endOne(table, due);
      }
    }
  }
};
