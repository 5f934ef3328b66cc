/**
 * A second look for what a deleted record has left. A request that read the record before its deletion may write below it
 * once the removal has passed there, and be cut off before it looks again by itself: two minutes after the deletion, when
 * every such request is over, the stream shows the tombstone once more (docs/writing-once.md: deletions).
 */
import { clock } from '../client/clock.ts';
import { withConcurrency } from '../client/concurrency.ts';
import type { Item } from '../table/attributes.ts';
import { dueList } from '../table/due-list.ts';
import { type Entity, itemOf } from '../table/entity.ts';
import type { Key } from '../table/keys.ts';
import type { Table } from '../table/table.ts';
import { keyOf } from '../writes/dependent-items.ts';
import { newestMark, writtenAt } from '../writes/marks.ts';
import { showAgain } from './tombstones.ts';

/** Longer than any request, and any step of other work, takes from its first read to its last write. */
const LATER_MILLISECONDS = 120_000;

/** Of each partition. */
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
      rounds: { type: 'integer', minimum: 0 },
    },
  },
  exported: { not: 'it has a removal look once more' },
  personal: false,
  events: false,
  counts: false,
  audit: { not: 'follows from a deletion' },
  removal: { withLocation: 'is gone once it is due', withAccount: 'is gone once it is due' },
};

const due = dueList('REMOVALDUE');

/**
 * Has a tombstone shown once more, two minutes after it was written. The same one twice is one item. One call.
 *
 * @param since - from when on the two minutes are, in epoch milliseconds
 * @param rounds - how often it will have been shown again by then, if nothing goes on
 */
export const lookLater = async (
  table: Table,
  tombstone: Item,
  { since = Date.parse(writtenAt(tombstone)), rounds = 0 } = {},
): Promise<void> => {
  const { pk, sk } = keyOf(tombstone);
  const attributes = { partnerId: tombstone.partnerId, of: { pk, sk }, mark: newestMark(tombstone), rounds };
  await table.put({ Item: itemOf('removalDue', attributes, due.keyOf(since + LATER_MILLISECONDS, pk, sk)) });
};

/** Shows a tombstone again. One whose removal was continued meanwhile may just have ended: it is shown once more later. */
const look = async (table: Table, { of, mark, rounds }: Item, now: number): Promise<void> => {
  const tombstone = await table.get(of as Key);
  // Its record is back.
  if (!tombstone || tombstone.p0 !== mark) return;
  await showAgain(table, tombstone);
  const shown = Number(tombstone.rounds ?? 0);
  if (shown > Number(rounds ?? 0)) await lookLater(table, tombstone, { since: now, rounds: shown + 1 });
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
    for await (const page of due.dueBy(table, shard, now)) {
      await withConcurrency(page, AT_ONCE, async (item) => {
        if (!hasTime()) return;
        await look(table, item, now);
        await table.remove({ Key: keyOf(item) });
      });
      if (!hasTime()) return;
    }
  };
  await withConcurrency(due.shards, due.shards.length, moveShard);
};
