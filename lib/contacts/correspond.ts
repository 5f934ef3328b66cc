/**
 * Who wrote a message: found by phone, email or id, or new. Blocked contacts are heard no more, but for what opts out.
 * Nothing is written here but that: the actions of a writer belong into the transaction of the message.
 */
import type { ErrorEntry } from '../contract/error-entry.ts';
import * as errors from '../contract/error-rows.ts';
import type { Refusal } from '../contract/violations.ts';
import type { PartnerStore } from '../dynamodb/table/partner-store.ts';
import { refusedVisitor } from './check-in.ts';
import { findNamed, findPerson } from './find-person.ts';
import { putContact } from './put-contact.ts';
import type { Contact, ContactOwner } from './repository/contact.ts';
import type { SourceKind } from './repository/kinds.ts';
import type { Location } from './repository/preconditions.ts';
import type { Visitor } from './rules/check-in-command.ts';
import { writtenContact } from './rules/contact-writes.ts';
import { type Participant, participantOf } from './take-part.ts';

export interface Correspondence {
  readonly owner: ContactOwner;
  readonly location: Location;
  readonly who: number | Visitor;
  /** What the message says of texts; nothing where it is left out. */
  readonly smsOptin: boolean | undefined;
  /** Where a new contact comes from. */
  readonly sourceKind: SourceKind;
  readonly validateOnly: boolean;
}

/** What a message begins, by which it is noted with its writer. */
export interface Begun {
  readonly details: Readonly<Record<string, unknown>>;
}

export interface Correspondent {
  /** Absent where the contact is new. */
  readonly id: number | undefined;
  /** @param begun - where the message begins a conversation */
  readonly takePart: (begun: Begun | undefined) => Promise<Participant | { readonly refused: ErrorEntry }>;
}

/** A writer who is refused. */
export interface RefusedWriter extends Refusal {
  /** The id of a blocked contact who has opted out with it. */
  readonly optedOut?: number;
}

/** What is refused, or to be asked again as others were in the way; 5043 for an id that the account has not. */
export const correspondentOf = async (
  store: PartnerStore,
  { owner, location, who, smsOptin, sourceKind, validateOnly }: Correspondence,
): Promise<Correspondent | RefusedWriter | 'again'> => {
  const found = await (typeof who === 'number' ? findNamed(store, owner, who) : findPerson(store, owner, who));
  if (found === 'again' || 'refused' in found) return found;
  const stored = found.item?.contact as Contact | undefined;
  if (stored?.blocked === true) {
    const refused = errors.contactBlocked;
    if (smsOptin !== false || validateOnly) return { refused };
    // The key stands for the refusal.
    const { table, partnerId } = store;
    const make = (at: string) => writtenContact(stored, stored, { fields: {}, smsOptin }, at);
    const put = await putContact({ table, partnerId }, { owner, found, make, validateOnly });
    return put === 'again' ? put : { refused, optedOut: stored.id };
  }
  const refused = typeof who === 'number' ? undefined : refusedVisitor(who, stored);
  if (refused) return refused;
  return {
    id: stored?.id,
    takePart: (begun) =>
      participantOf(store, found, {
        ...{ owner, location, who, smsOptin, sourceKind, maps: true },
        activity: begun && 'conversation',
        details: begun?.details ?? {},
      }),
  };
};
