/**
 * What is due at a time, of all partners: an item each, spread over partitions by its id and sorted by its time. Functions that the
 * clock calls work on it, each minute (docs/engineers.md: events).
 */
import type { Item } from './attributes.ts';
import { digest, joined, type Key, sortableTime } from './keys.ts';
import type { Table } from './table.ts';

interface Reading {
  /** Whether items that were put just now are shown for sure. */
  readonly consistent: boolean;
}

/** @param shards - how many partitions share what is due */
export const dueList = (name: string, shards = 8) => {
  const partitionOf = (shard: number): string => joined(name, shard);
  return {
    /** The number of each partition. */
    shards: Array.from({ length: shards }, (_, shard) => shard),

    /**
     * @param at - epoch milliseconds
     * @param more - what distinguishes items of one id and time
     */
    keyOf: (at: number, id: string, ...more: readonly (string | number)[]): Key => ({
      pk: partitionOf(Number.parseInt(digest(id).slice(0, 8), 16) % shards),
      sk: joined(sortableTime(at), id, ...more),
    }),

    /** What is due in a partition by `until` (epoch milliseconds), earliest first, page after page. */
    dueBy: (
      { query }: Table,
      shard: number,
      until: number,
      { consistent }: Reading = { consistent: true },
    ): AsyncIterable<readonly Item[]> =>
      query({
        KeyConditionExpression: 'pk = :pk AND sk < :end',
        ExpressionAttributeValues: { ':pk': partitionOf(shard), ':end': sortableTime(until + 1) },
        ConsistentRead: consistent,
      }),
  };
};
