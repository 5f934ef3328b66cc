/**
 * A second look for what a deleted record has left. A request that read the record before its deletion may write below it
 * once the removal has passed there, and be cut off before it looks again by itself: two minutes after the deletion, when
 * every such request is over, the stream shows the tombstone once more (docs/writing-once.md: deletions).
 */
import { clock } from '../client/clock.ts';
import { withConcurrency } from '../client/concurrency.ts';
import type { Item } from '../table/attributes.ts';
import { type Entity, itemOf } from '../table/entity.ts';
import { digest, joined, type Key, sortableTime } from '../table/keys.ts';
import type { Table } from '../table/table.ts';
import { keyOf } from '../writes/dependent-items.ts';
import { newestMark, writtenAt } from '../writes/marks.ts';
import { showAgain } from './tombstones.ts';

/** Longer than any request, and any step of other work, takes from its first read to its last write. */
const LATER_MILLISECONDS = 120_000;

/** So many partitions share what is due. */
const SHARDS = 8;
/** Of each shard. */
const AT_ONCE = 4;

const text = { type: 'string' } as const;

export const removalDueEntity: Entity = {
  type: 'removalDue',
  keys: { pk: 'REMOVALDUE#<shard>', sk: '<milliseconds>#<key of the tombstone>#<its sort key>' },
  answers: 'Which removals are to look a second time?',
  attributes: {
    type: 'object',
    required: ['partnerId', 'of', 'mark'],
    properties: {
      partnerId: text,
      of: { type: 'object', required: ['pk', 'sk'], properties: { pk: text, sk: text } },
      mark: text,
    },
  },
  exported: { not: 'it has a removal look once more' },
  personal: false,
  events: false,
  counts: false,
  audit: { not: 'follows from a deletion' },
  removal: { withLocation: 'is gone once it is due', withAccount: 'is gone once it is due' },
};

const partitionOf = (shard: number): string => joined('REMOVALDUE', shard);

/** Has a tombstone shown once more, two minutes after it was written. The same one twice is one item. One call. */
export const lookLater = async (table: Table, tombstone: Item): Promise<void> => {
  const { pk, sk } = keyOf(tombstone);
  const at = Date.parse(writtenAt(tombstone)) + LATER_MILLISECONDS;
  const shard = Number.parseInt(digest(pk).slice(0, 8), 16) % SHARDS;
  const Item = itemOf(
    'removalDue',
    { partnerId: tombstone.partnerId, of: { pk, sk }, mark: newestMark(tombstone) },
    { pk: partitionOf(shard), sk: joined(sortableTime(at), pk, sk) },
  );
  await table.put({ Item });
};

/** Each minute: shows the tombstones that are due. What is cut off is shown by the next run. */
export const moveRemovals = async ({
  table,
  hasTime,
}: {
  readonly table: Table;
  readonly hasTime: () => boolean;
}): Promise<void> => {
  const now = clock.now();
  const moveShard = async (shard: number): Promise<void> => {
    const pages = table.query({
      KeyConditionExpression: 'pk = :pk AND sk < :end',
      ExpressionAttributeValues: { ':pk': partitionOf(shard), ':end': sortableTime(now + 1) },
      ConsistentRead: true,
    });
    for await (const page of pages) {
      await withConcurrency(page, AT_ONCE, async (due) => {
        if (!hasTime()) return;
        await showAgain(table, { ...(due.of as Key), p0: due.mark });
        await table.remove({ Key: keyOf(due) });
      });
      if (!hasTime()) return;
    }
  };
  await withConcurrency(Array(SHARDS).keys(), SHARDS, moveShard);
};
