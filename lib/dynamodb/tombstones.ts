/**
 * Tombstones: items that stand where something was deleted, until what it has left is removed. The stream shows them to what
 * removes it (functions/events/keep-up.ts), each time that they are written.
 */
import type { Item } from './attributes.ts';
import type { Key } from './keys.ts';
import { keyOf } from './parts.ts';
import type { Table } from './table.ts';
import type { Action } from './transactions.ts';

/** A removal that is continued more often does not come to an end by itself: it fails, and an alarm tells of it. */
const MOST_ROUNDS = 4000;

/** The condition of each write that removes parts: what was deleted under this mark has not come back since. */
export const stillGone = (Key: Key, mark: unknown): Action => ({
  ConditionCheck: { Key, ConditionExpression: 'p0 = :mark', ExpressionAttributeValues: { ':mark': mark } },
});

/**
 * Has the stream show a tombstone again. Nothing is done where what was deleted is back. The tombstone goes on naming who
 * deleted.
 */
export const showAgain = async (table: Table, tombstone: Item): Promise<void> => {
  await table.within({ writer: undefined }).update({
    Key: keyOf(tombstone),
    UpdateExpression: 'SET rounds = if_not_exists(rounds, :zero) + :one',
    ConditionExpression: 'p0 = :mark',
    ExpressionAttributeValues: { ':zero': 0, ':one': 1, ':mark': tombstone.p0 },
  });
};

/**
 * Has another invocation go on with a removal that there was no time to end: a large account holds up no deletion of others.
 *
 * @param what - was deleted, for the error
 * @throws Error after 4,000 rounds
 */
export const continueLater = async (table: Table, tombstone: Item, what: string): Promise<void> => {
  if (Number(tombstone.rounds) >= MOST_ROUNDS)
    throw new Error(`what ${what} has left was not removed in ${tombstone.rounds} rounds`);
  await showAgain(table, tombstone);
};
