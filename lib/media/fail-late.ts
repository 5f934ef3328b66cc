/** Runs each minute: fails media that have been pending for too long, whatever happened to their worker. */

import { clock } from '../dynamodb/client/clock.ts';
import { withConcurrency } from '../dynamodb/client/concurrency.ts';
import type { Table } from '../dynamodb/table/table.ts';
import { completing } from './repository/completing.ts';
import { beganBy, type MediaDue, shards, uploadFrom, uploadKey } from './repository/upload.ts';
import { NOT_IN_TIME, reasonOf } from './rules/limits.ts';
import { MOST_MILLISECONDS } from './rules/times.ts';

/** The number of media handled at once. */
const AT_ONCE = 10;

const endOne = async (table: Table, due: MediaDue): Promise<void> => {
  const item = await table.get(uploadKey(due));
  const { find, end } = completing(table);
  const failed = { status: 'FAILED', failureReason: reasonOf(NOT_IN_TIME) } as const;
  if (item) {
    const { partnerId, businessNumber, kind, mediaIds } = uploadFrom(item);
    await withConcurrency(mediaIds, AT_ONCE, async (mediaId) => {
      const medium = await find({ partnerId, businessNumber, kind, mediaId });
      // Most have ended: to read one costs less than a write that is refused.
      if (medium?.status === 'PENDING') await end(medium, failed);
    });
  }
  // If interrupted before this, the next run finds it again.
  await table.remove({ Key: due.key });
};

/**
 * Fails the media that are due.
 *
 * @param hasTime - whether there is time to continue
 */
export const failLate = async (table: Table, hasTime: () => boolean): Promise<void> => {
  const until = clock.now() - MOST_MILLISECONDS;
  for (const shard of shards) {
    for await (const page of beganBy(table, shard, until)) {
      for (const due of page) {
        if (!hasTime()) return;
        await endOne(table.withOwnBudget(), due);
      }
    }
  }
};
