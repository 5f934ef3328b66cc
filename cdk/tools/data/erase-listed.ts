/** Removes once more all that a list of erasures names: after a restore, or where a run was cut off (docs/erasing.md). */
import type { OpenTable } from '../open-table.ts';
import { eraseContacts, listedErasures, type Removed, tally } from './erase-contacts.ts';
import { eraseUsers, listedUserErasures } from './erase-users.ts';

export interface ErasedAgain {
  readonly contacts: number;
  readonly users: number;
  readonly removed: Removed;
}

/** @param source - the table that has the list; it may be the same */
export const eraseListed = async (table: OpenTable, source: OpenTable): Promise<ErasedAgain> => {
  const [contacts, users] = [await listedErasures(source), await listedUserErasures(source)];
  const removed = await eraseContacts(table, contacts);
  for (const [what, amount] of await eraseUsers(table, users)) tally(removed, what, amount);
  return { contacts: contacts.length, users: users.length, removed };
};
