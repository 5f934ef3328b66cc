/**
 * Tombstones: items that stand for a deleted record until its dependent items are removed. Each time a tombstone is
 * written, the stream shows it to `process-stream` (functions/events), which removes them.
 */
import type { Item } from '../table/attributes.ts';
import type { Entity } from '../table/entity.ts';
import type { Key } from '../table/keys.ts';
import type { Table } from '../table/table.ts';
import { keyOf } from '../writes/dependent-items.ts';
import type { Action } from '../writes/transactions.ts';
import type { Leftover, Sweep } from './roles.ts';

/** A removal that is continued more often will not end by itself: it fails, and raises an alarm. */
const MOST_ROUNDS = 4000;

/** The tombstones of records with dependent items, by type. */
export const leftovers = (entities: readonly Entity[]): ReadonlyMap<string, Leftover<Entity>> =>
  new Map(
    entities.flatMap(({ type, tombstone }) => (tombstone && 'sweep' in tombstone ? [[type, tombstone] as const] : [])),
  );

/**
 * The condition of each write that removes dependent items: the tombstone has this mark, so the record is still
 * deleted.
 */
export const stillGone = (Key: Key, mark: unknown): Action => ({
  ConditionCheck: { Key, ConditionExpression: 'p0 = :mark', ExpressionAttributeValues: { ':mark': mark } },
});

/**
 * Removes parts of what a deleted record has left, each in a transaction, as far as time allows; one of them, however little
 * that is.
 *
 * @param condition - that the record is still deleted (`stillGone`)
 */
export const removeParts = async (
  table: Table,
  condition: Action,
  parts: AsyncIterable<readonly Action[]> | Iterable<readonly Action[]>,
  hasTime: () => boolean,
): Promise<Sweep> => {
  let outcome: Sweep = 'done';
  for await (const part of parts) {
    const refused = await table.transact([condition, ...part]);
    if (refused?.failed.has(0)) return 'back';
    // The others need not wait for what another request writes.
    if (refused) outcome = 'more';
    if (!hasTime()) return 'more';
  }
  return outcome;
};

/**
 * Removes parts of what a deleted record has left in one transaction. If another request wrote one of them, each goes by itself:
 * the rest need not wait for it.
 *
 * @param condition - that the record is still deleted (`stillGone`)
 */
export const removeTogether = async (
  table: Table,
  condition: Action,
  parts: readonly (readonly Action[])[],
): Promise<Sweep> => {
  const refused = await table.transact([condition, ...parts.flat()]);
  if (!refused) return 'done';
  if (refused.failed.has(0)) return 'back';
  if (parts.length === 1) return 'more';
  let outcome: Sweep = 'done';
  for (const part of parts) {
    const each = await removeTogether(table, condition, [part]);
    if (each === 'back') return each;
    if (each === 'more') outcome = each;
  }
  return outcome;
};

/**
 * Changes a tombstone so that the stream shows it again. Does nothing if the deleted record is back. The tombstone
 * keeps its writer, who deleted the record.
 *
 * @param counted - `looks` where it shows what was held back: how far the removal is does not change
 */
export const showAgain = async (
  table: Table,
  tombstone: Item,
  counted: 'rounds' | 'looks' = 'rounds',
): Promise<void> => {
  await table.within({ writer: undefined }).update({
    Key: keyOf(tombstone),
    UpdateExpression: 'SET #counted = if_not_exists(#counted, :zero) + :one',
    ConditionExpression: 'p0 = :mark',
    ExpressionAttributeNames: { '#counted': counted },
    ExpressionAttributeValues: { ':zero': 0, ':one': 1, ':mark': tombstone.p0 },
  });
};

/**
 * Lets another invocation continue a removal that did not end in time, so that a large account delays no other
 * deletion.
 *
 * @param what - names the deleted record in the error
 * @throws Error after 4,000 rounds
 */
export const continueLater = async (table: Table, tombstone: Item, what: string): Promise<void> => {
  if (Number(tombstone.rounds) >= MOST_ROUNDS)
    throw new Error(`the dependent items of ${what} were not removed in ${tombstone.rounds} rounds`);
  await showAgain(table, tombstone);
};
