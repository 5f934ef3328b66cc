/** Save contact: find, validate, write, and repeat if another request changed the preconditions. */
import { drawNumber } from '../business/repository/creation.ts';
import type { ErrorEntry } from '../contract/error-entry.ts';
import * as errors from '../contract/error-rows.ts';
import { locationsUnknown } from '../contract/errors.ts';
import * as laterErrors from '../contract/later-error-rows.ts';
import { caseKey, codePoints } from '../contract/text.ts';
import type { Refusal, Violation } from '../contract/violations.ts';
import type { PartnerStore } from '../dynamodb/table/partner-store.ts';
import type { Executed } from '../dynamodb/writes/idempotency-record.ts';
import { until } from '../dynamodb/writes/until.ts';
import { type Found, findNamed, findPerson } from './find-person.ts';
import { type Put, putContact } from './put-contact.ts';
import { blockOf, type Contact, type ContactOwner } from './repository/contact.ts';
import { contexts, type Location } from './repository/preconditions.ts';
import { contactWrites } from './repository/writing.ts';
import { isPhoneOf } from './rules/contact-lookup.ts';
import { atLocations, withLocations, writtenContact } from './rules/contact-writes.ts';
import { type ContactCommand, lackingToCreate } from './rules/save-command.ts';

/** How often a write is tried if other requests change its preconditions each time. */
const ATTEMPTS = { attempts: 10, mostDoublings: 6 } as const;
/** Of more locations it is asked once the contact is written (`post-commit-check.ts`): each takes a read unit. */
const MOST_CHECKED = 300;
/** Of an email, in characters. */
const LONGEST_EMAIL = 40;

/** A thousand of mapping ids. */
export const drawBlock = (): number => blockOf(drawNumber());

/** What a contact begins with that an operation creates. */
export const blankContact = (): Contact => ({
  id: drawNumber(),
  contactType: 'customer',
  source: 'api',
  sourceKind: 'api',
});

/** The same with the time of its creation. */
export const bornAt = (contact: Contact, at: string): Contact => ({ ...contact, created: at, createdAt: at });

export const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);

/** 1088: an email may be longer only where it is stored so. */
export const longEmail = (path: string, email = '', stored: unknown = ''): readonly Violation[] => {
  const actual = codePoints(email);
  return actual > LONGEST_EMAIL && caseKey(String(stored)) !== caseKey(email)
    ? [{ path, error: errors.customerEmailTooLong, limit: LONGEST_EMAIL, actual }]
    : [];
};

interface Command extends ContactCommand {
  readonly businessId: number;
  readonly validateOnly: boolean;
  /** Throws where the contact may not be written at this version. */
  readonly requireVersion: (version: number) => void;
}

export type Saved = { readonly id: number; readonly version: number } | Refusal;

const find = (store: PartnerStore, owner: ContactOwner, { id, changes: { fields } }: ContactCommand) => {
  if (id !== undefined) return findNamed(store, owner, id);
  return findPerson(store, owner, {
    externalId: textOf(fields.externalId),
    email: textOf(fields.email),
    phone: textOf(fields.phone),
    countryCode: textOf(fields.countryCode) ?? 'US',
  });
};

/** What is wrong with an email or a phone, given the contact that it is for. */
const badFields = ({ changes: { fields } }: ContactCommand, stored: Contact | undefined): readonly Violation[] => {
  const merged = { ...stored, ...fields };
  const country = (of: Partial<Contact> | undefined) => textOf(of?.countryCode) ?? 'US';
  const isChanged = merged.phone !== stored?.phone || country(merged) !== country(stored);
  const phone = textOf(merged.phone);
  const isWrong = isChanged && phone !== undefined && phone !== '' && !isPhoneOf(phone, country(merged));
  return [
    ...longEmail('email', textOf(fields.email), stored?.email),
    ...(isWrong ? [{ path: 'phone', error: laterErrors.phoneInvalid }] : []),
  ];
};

/** 5556, naming those that are no locations of the account. */
const notFound = (wanted: readonly number[], found: readonly Location[]): ErrorEntry | undefined => {
  const known = new Set(found.map(({ businessNumber }) => businessNumber));
  const others = wanted.filter((number) => !known.has(number));
  return others.length > 0 ? locationsUnknown(...others) : undefined;
};

/** One attempt on a contact that was found, or on none. */
const saveOn = async (store: PartnerStore, owner: ContactOwner, command: Command, found: Found): Promise<Put> => {
  const { id, businessIds, changes, validateOnly } = command;
  const stored = found.item?.contact as Contact | undefined;
  if (id !== undefined) command.requireVersion(Number(found.item?.version));
  const wrong = badFields(command, stored);
  if (wrong[0]) return { refused: wrong[0].error, violations: wrong };
  const refusedCreation = stored ? undefined : lackingToCreate(command)[0]?.error;
  if (refusedCreation === errors.businessIdsRequired) return { refused: refusedCreation };
  const locations = await contexts(store).locations(owner, businessIds ?? [], { mostChecked: MOST_CHECKED });
  const refused = notFound(businessIds ?? [], locations) ?? refusedCreation;
  if (refused) return { refused };
  const mappings =
    businessIds === undefined
      ? undefined
      : (contact: Contact) => (id === undefined ? withLocations : atLocations)(contact, locations, drawBlock);
  const blank = stored ?? blankContact();
  return putContact(store, {
    owner,
    found,
    make: (at) => writtenContact(stored, bornAt(blank, at), { ...changes, mappings }, at),
    validateOnly,
  });
};

/** What was executed before, under the idempotency key. */
export const savedBefore = async (
  store: PartnerStore,
  { result = {} }: Executed,
): Promise<{ id: number; version: number }> => {
  const [id, accountNumber] = [Number(result.id), Number(result.accountNumber)];
  return { id, version: await contactWrites(store).version({ partnerId: store.partnerId, accountNumber }, id) };
};

/**
 * Repeats attempts at a write until none is in its way.
 *
 * @throws StoreUnavailable where others are in the way each time
 */
export const attempted = async (store: PartnerStore, attempt: () => Promise<Put>): Promise<Saved> => {
  const executed = store.idempotency?.executed;
  if (executed) return savedBefore(store, executed);
  const put = await until<Exclude<Put, 'again'>>(ATTEMPTS, async () => {
    const outcome = await attempt();
    return outcome === 'again' ? 'changed' : outcome;
  });
  if ('executed' in put) return savedBefore(store, put.executed);
  return 'saved' in put ? put.saved : put;
};

/** What is wrong with the email and the phone of a request that is refused for something else. */
export const wrongFields = async (
  store: PartnerStore,
  command: ContactCommand & Pick<Command, 'businessId'>,
): Promise<readonly Violation[]> => {
  const named = await contexts(store).named(command.businessId);
  const found = named && (await find(store, named.owner, command));
  if (!found || found === 'again' || 'refused' in found) return [];
  return badFields(command, found.item?.contact as Contact | undefined);
};

/** Saves a contact, or only validates it: the id of a new one is 0 then. */
export const saveContactIn = (store: PartnerStore, command: Command): Promise<Saved> =>
  attempted(store, async () => {
    const named = await contexts(store).named(command.businessId);
    if (!named) return { refused: errors.accountNotFound };
    const found = await find(store, named.owner, command);
    if (found === 'again' || 'refused' in found) return found;
    return saveOn(store, named.owner, command, found);
  });
