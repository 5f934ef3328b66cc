/** Removes once more all that a list of erasures names: after a restore, or where a run was cut off (docs/erasing.md). */
import type { OpenTable } from '../open-table.ts';
import { eraseContacts, listedErasures, type Removed, tally } from './erase-contacts.ts';
import { erasePartners, listedPartnerErasures } from './erase-partners.ts';
import { eraseUsers, listedUserErasures } from './erase-users.ts';

export interface ErasedAgain {
  readonly partners: number;
  readonly contacts: number;
  readonly users: number;
  readonly removed: Removed;
}

/** @param source - the table that has the list; it may be the same */
export const eraseListed = async (table: OpenTable, source: OpenTable): Promise<ErasedAgain> => {
  const partners = await listedPartnerErasures(source);
  const gone = new Set(partners.map(({ partnerId }) => partnerId));
  // Of people of a partner that goes nothing is kept, not even their ids.
  const isLeft = ({ partnerId }: { readonly partnerId: string }) => !gone.has(partnerId);
  const contacts = (await listedErasures(source)).filter(isLeft);
  const users = (await listedUserErasures(source)).filter(isLeft);
  const removed = await erasePartners(table, partners);
  for (const more of [await eraseContacts(table, contacts), await eraseUsers(table, users)])
    for (const [what, amount] of more) tally(removed, what, amount);
  return { partners: partners.length, contacts: contacts.length, users: users.length, removed };
};
