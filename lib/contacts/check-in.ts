/**
 * Check in from a visitor to the contact: find or create as save contact does, map to the location, note the activity.
 */
import type { ErrorEntry } from '../contract/error-entry.ts';
import * as errors from '../contract/error-rows.ts';
import * as laterErrors from '../contract/later-error-rows.ts';
import type { PartnerStore } from '../dynamodb/table/partner-store.ts';
import { findPerson } from './find-person.ts';
import { type Put, putContact } from './put-contact.ts';
import type { Contact } from './repository/contact.ts';
import { contexts } from './repository/preconditions.ts';
import type { Visitor } from './rules/check-in-command.ts';
import { emailKey, phoneKey } from './rules/contact-lookup.ts';
import { withLocations, writtenContact } from './rules/contact-writes.ts';
import { attempted, blankContact, bornAt, drawBlock, isTooLong, type Saved } from './save.ts';

interface Command {
  /** The location. */
  readonly businessNumber: number;
  readonly visitor: Visitor;
  readonly validateOnly: boolean;
}

/** An email or a phone that is stored in another spelling stays as it is. */
const contactFields = ({ email, phone, countryCode }: Visitor, stored: Contact | undefined) => {
  const country = String(stored?.countryCode ?? 'US');
  const isSameEmail = email === undefined || emailKey(email) === emailKey(String(stored?.email ?? ''));
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

/** Why a visitor can't be this contact, or any. */
export const refusedVisitor = (visitor: Visitor, stored: Contact | undefined): ErrorEntry | undefined => {
  if (isTooLong(visitor.email, stored?.email)) return errors.customerEmailTooLong;
  return stored?.blocked === true ? errors.contactBlocked : undefined;
};

const checkInOnce = async (store: PartnerStore, { businessNumber, visitor, validateOnly }: Command): Promise<Put> => {
  const named = await contexts(store).named(businessNumber);
  if (!named?.location) return { refused: laterErrors.businessNotFound };
  const { owner, location } = named;
  const found = await findPerson(store, owner, visitor);
  if (found === 'again') return found;
  const stored = found.item?.contact as Contact | undefined;
  const refused = refusedVisitor(visitor, stored);
  if (refused) return { refused };
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
