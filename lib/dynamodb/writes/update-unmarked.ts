/** Updates of items that keep no marks, because their own attributes show which write they are from. */
import { isRefused, type Refused } from '../client/outcomes.ts';
import type { Item } from '../table/attributes.ts';
import type { Table } from '../table/table.ts';
import { writtenEarlier } from './fate.ts';

/**
 * Updates an item if its condition holds, once.
 *
 * @param isOwn - whether this update, and no other write, leaves an item in this state
 * @returns the item after the update, also if a try whose response was lost wrote it; or the refusal
 * @throws StoreUnavailable
 */
export const updateOrRefusal = async (
  table: Pick<Table, 'update'>,
  input: Parameters<Table['update']>[0],
  isOwn: (item: Item) => boolean,
): Promise<Item | Refused> => {
  const outcome = await table.update(input);
  return isRefused(outcome) ? (writtenEarlier(outcome, isOwn) ?? outcome) : outcome;
};

/** The same where nothing hangs on the item that refused: `undefined` if one did. */
export const updateUnmarked = async (...update: Parameters<typeof updateOrRefusal>): Promise<Item | undefined> => {
  const outcome = await updateOrRefusal(...update);
  return isRefused(outcome) ? undefined : outcome;
};
