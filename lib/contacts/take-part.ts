/**
 * What becomes of a contact who takes part in something that is written elsewhere: found or created as check in does it, or
 * named by its id. Nothing is written here: the actions belong into the transaction of what the contact takes part in.
 */
import type { ErrorEntry } from '../contract/error-entry.ts';
import type { PartnerStore } from '../dynamodb/partner-store.ts';
import type { Action } from '../dynamodb/transactions.ts';
import { changesBy, refusedVisitor } from './check-in.ts';
import { findNamed, findPerson } from './find-person.ts';
import { lookAfter } from './look-after.ts';
import { judgePut } from './put-contact.ts';
import type { ActivityKind } from './repository/activity.ts';
import { contactActions } from './repository/change.ts';
import type { Contact, ContactOwner } from './repository/contact.ts';
import type { Location } from './repository/ground.ts';
import type { Visitor } from './rules/check-in-order.ts';
import { withLocations, writtenContact } from './rules/contact-writes.ts';
import { blankContact, bornAt, drawBlock } from './save.ts';

export interface Participation {
  readonly owner: ContactOwner;
  readonly location: Location;
  /** The id of a contact, which stays as it is; or who it is, mapped to the location. */
  readonly who: number | Visitor;
  /** What is noted with the contact, if anything is. */
  readonly activity: ActivityKind | undefined;
  readonly details: Readonly<Record<string, unknown>>;
}

export interface Participant {
  /** Of the contact, also where it is new. */
  readonly id: number;
  /** The mark under which all of it is to be written. */
  readonly mark: string;
  /** None where nothing of the contact changes. Throws ItemTooLarge. */
  readonly actions: () => readonly Action[];
  /** To be called once they were written. */
  readonly settle: () => Promise<void>;
}

/** What is refused, or to be asked again as others were in the way; 5043 for an id that the account has not. */
export const takePart = async (
  store: PartnerStore,
  { owner, location, who, activity, details }: Participation,
): Promise<Participant | { readonly refused: ErrorEntry } | 'again'> => {
  const found = await (typeof who === 'number' ? findNamed(store, owner, who) : findPerson(store, owner, who));
  if (found === 'again' || 'refused' in found) return found;
  const stored = found.item?.contact as Contact | undefined;
  const refused = typeof who === 'number' ? undefined : refusedVisitor(who, stored);
  if (refused) return { refused };
  const noted = activity === undefined ? [] : [activity];
  const blank = stored ?? blankContact();
  const judged = await judgePut(store, {
    owner,
    found,
    make: (at) => {
      if (typeof who === 'number') return { contact: stored!, kinds: noted };
      const mappings = (contact: Contact): Contact => withLocations(contact, [location], drawBlock);
      const { contact, kinds } = writtenContact(stored, bornAt(blank, at), { ...changesBy(who, stored), mappings }, at);
      return { contact, kinds: [...kinds.filter((kind) => !activity || kind !== 'updated'), ...noted] };
    },
    details,
  });
  if ('refused' in judged) return judged;
  const { write, kinds } = judged;
  const isWritten = kinds.length > 0;
  return {
    id: write.after!.id,
    mark: write.mark,
    actions: () => (isWritten ? contactActions(write) : []),
    settle: () => (isWritten ? lookAfter(store, owner, stored, write.after!) : Promise.resolve()),
  };
};
