/**
 * Check in from a visitor to the contact: find or create as save contact does, map to the location, note the activity.
 */
import * as errors from '../contract/error-rows.ts';
import * as laterErrors from '../contract/later-error-rows.ts';
import { caseKey } from '../contract/text.ts';
import type { Refusal, Violation } from '../contract/violations.ts';
import { hides, type PartnerStore } from '../dynamodb/table/partner-store.ts';
import { findPerson } from './find-person.ts';
import { type Put, putContact } from './put-contact.ts';
import type { Contact } from './repository/contact.ts';
import { contexts } from './repository/preconditions.ts';
import type { Visitor } from './rules/check-in-command.ts';
import { phoneKey } from './rules/contact-lookup.ts';
import { withLocations, writtenContact } from './rules/contact-writes.ts';
import { attempted, blankContact, bornAt, drawBlock, longEmail, type Saved } from './save.ts';

interface Command {
  /** The location. */
  readonly businessNumber: number;
  readonly visitor: Visitor;
  readonly validateOnly: boolean;
}

/** An email or a phone that is stored in another spelling stays as it is. */
const contactFields = ({ email, phone, countryCode }: Visitor, stored: Contact | undefined) => {
  const country = String(stored?.countryCode ?? 'US');
  const isSameEmail = email === undefined || caseKey(email) === caseKey(String(stored?.email ?? ''));
  const isSamePhone =
    phone === undefined || phoneKey(phone, countryCode) === phoneKey(String(stored?.phone ?? ''), country);
  return {
    ...(!isSameEmail && { email }),
    ...(!isSamePhone && { phone }),
    // What has no country is of the US.
    ...(!isSamePhone && countryCode !== country && { countryCode }),
  };
};

/** What the visit changes of the contact: no name that is stored, and no opt-out. */
export const changesBy = (visitor: Visitor, stored: Contact | undefined) => {
  const { firstName, lastName, externalId, smsEnabled } = visitor;
  const hasName = Boolean(stored?.firstName || stored?.lastName);
  return {
    fields: {
      ...(!hasName && firstName !== '' && { firstName, ...(lastName !== undefined && { lastName }) }),
      ...contactFields(visitor, stored),
      ...(externalId !== undefined && { externalId }),
    },
    smsOptin: smsEnabled === true && stored ? undefined : smsEnabled,
  };
};

const longEmailOf = ({ email, emailPath }: Visitor, stored?: Contact) => longEmail(emailPath, email, stored?.email);

/** Why a visitor can't be this contact, or any. */
export const refusedVisitor = (visitor: Visitor, stored: Contact | undefined): Refusal | undefined => {
  const violations = longEmailOf(visitor, stored);
  if (violations[0]) return { refused: violations[0].error, violations };
  return stored?.blocked === true ? { refused: errors.contactBlocked } : undefined;
};

/** What is wrong with the fields of a visitor, of a request that is refused for something else. */
export const wrongVisitor = async (
  store: PartnerStore,
  businessNumber: number,
  visitor: Visitor,
): Promise<readonly Violation[]> => {
  // An email is read for only if the contact decides on it.
  if (longEmailOf(visitor).length === 0) return [];
  const { owner, location } = (await contexts(store).named(businessNumber)) ?? {};
  if (!owner || !location || hides(store, owner.accountNumber)) return [];
  const found = await findPerson(store, owner, visitor);
  return found === 'again' ? [] : longEmailOf(visitor, found.item?.contact as Contact | undefined);
};

const checkInOnce = async (store: PartnerStore, { businessNumber, visitor, validateOnly }: Command): Promise<Put> => {
  const named = await contexts(store).named(businessNumber);
  if (!named?.location) return { refused: laterErrors.businessNotFound };
  const { owner, location } = named;
  const found = await findPerson(store, owner, visitor);
  if (found === 'again') return found;
  const stored = found.item?.contact as Contact | undefined;
  const refused = refusedVisitor(visitor, stored);
  if (refused) return refused;
  const blank = stored ?? blankContact();
  return putContact(store, {
    owner,
    found,
    make: (at) => {
      const changes = {
        ...changesBy(visitor, stored),
        mappings: (contact: Contact): Contact => ({
          ...withLocations(contact, [location], drawBlock),
          lastCheckIn: { at, businessNumber },
        }),
      };
      const { contact, kinds } = writtenContact(stored, bornAt(blank, at), changes, at);
      return { contact, kinds: [...kinds.filter((kind) => kind !== 'updated'), 'checkin'] };
    },
    details: { ...visitor.details, businessNumber },
    validateOnly,
  });
};

/** Checks a person in, or only validates it: the id of a new contact is 0 then. */
export const checkInAt = (store: PartnerStore, command: Command): Promise<Saved> =>
  attempted(store, () => checkInOnce(store, command));
