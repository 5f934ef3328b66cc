/**
 * The write of a contact who takes part in something that is written elsewhere: found or created as check in does it, or
 * named by its id. Nothing is written here: the actions belong into the transaction of what the contact takes part in.
 */
import type { ErrorEntry } from '../contract/error-entry.ts';
import * as errors from '../contract/error-rows.ts';
import type { Refusal } from '../contract/violations.ts';
import type { PartnerStore } from '../dynamodb/table/partner-store.ts';
import { unchangedAction } from '../dynamodb/writes/dependent-items.ts';
import type { Action } from '../dynamodb/writes/transactions.ts';
import { changesBy, refusedVisitor } from './check-in.ts';
import { type Found, findNamed, findPerson } from './find-person.ts';
import { postCommitCheck } from './post-commit-check.ts';
import { checkPut } from './put-contact.ts';
import type { ActivityKind } from './repository/activity.ts';
import { contactActions } from './repository/change.ts';
import type { Contact, ContactOwner } from './repository/contact.ts';
import type { SourceKind } from './repository/kinds.ts';
import type { Location } from './repository/preconditions.ts';
import type { Visitor } from './rules/check-in-command.ts';
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
  /** Whether a contact that is named by its id is refused if it is blocked (5046); a person always is. */
  readonly refusesBlocked?: boolean;
}

/** How a contact takes part. */
export interface Taking extends Omit<Participation, 'refusesBlocked'> {
  /** Whether the contact is mapped to the location: one who is named by an id is not, unless it is said. */
  readonly maps?: boolean;
  /** What is said of texts with it; nothing where it is left out. */
  readonly smsOptin?: boolean | undefined;
  /** Where a new contact comes from; the API where it is left out. */
  readonly sourceKind?: SourceKind;
}

export interface Participant {
  /** Of the contact, also where it is new. */
  readonly id: number;
  /** The mark under which all of it is to be written. */
  readonly mark: string;
  /** None where nothing of the contact changes. Throws ItemTooLarge. */
  readonly actions: () => readonly Action[];
  /** Where nothing of the contact changes: the condition that it is as it was read. */
  readonly unchanged: () => readonly Action[];
  /** To be called once they were written. */
  readonly complete: () => Promise<void>;
}

/**
 * Returns the participant; the refusal (5043: the account has no such contact); or `again` if a concurrent request changed
 * what was read.
 */
export const takePart = async (
  store: PartnerStore,
  { owner, location, who, activity, details, refusesBlocked = false }: Participation,
): Promise<Participant | Refusal | 'again'> => {
  const found = await (typeof who === 'number' ? findNamed(store, owner, who) : findPerson(store, owner, who));
  if (found === 'again' || 'refused' in found) return found;
  const stored = found.item?.contact as Contact | undefined;
  const blocked = refusesBlocked && stored?.blocked === true ? { refused: errors.contactBlocked } : undefined;
  const refused = typeof who === 'number' ? blocked : refusedVisitor(who, stored);
  if (refused) return refused;
  return participantOf(store, found, { owner, location, who, activity, details });
};

/** The write of a contact who was found, or is new. */
export const participantOf = async (
  store: PartnerStore,
  found: Found,
  { owner, location, who, activity, details, maps = typeof who !== 'number', smsOptin, sourceKind }: Taking,
): Promise<Participant | { readonly refused: ErrorEntry }> => {
  const stored = found.item?.contact as Contact | undefined;
  const noted = activity === undefined ? [] : [activity];
  const blank = stored ?? { ...blankContact(), ...(sourceKind && { source: sourceKind, sourceKind }) };
  const checked = await checkPut(store, {
    owner,
    found,
    make: (at) => {
      if (!maps && smsOptin === undefined) return { contact: stored!, kinds: noted };
      const mappings = (contact: Contact): Contact => (maps ? withLocations(contact, [location], drawBlock) : contact);
      const said = typeof who === 'number' ? { fields: {} } : changesBy(who, stored);
      const changes = { ...said, ...(smsOptin !== undefined && { smsOptin }), mappings };
      const { contact, kinds } = writtenContact(stored, bornAt(blank, at), changes, at);
      return { contact, kinds: [...kinds.filter((kind) => !activity || kind !== 'updated'), ...noted] };
    },
    details,
  });
  if ('refused' in checked) return checked;
  const { write, kinds } = checked;
  const isWritten = kinds.length > 0;
  return {
    id: write.after!.id,
    mark: write.mark,
    actions: () => (isWritten ? contactActions(write) : []),
    unchanged: () => (isWritten || !found.item ? [] : [unchangedAction(found.item)]),
    complete: () => (isWritten ? postCommitCheck(store, owner, stored, write.after!) : Promise.resolve()),
  };
};
