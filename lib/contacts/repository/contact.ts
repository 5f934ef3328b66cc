/** Contacts: one item each, and a pointer for every email, phone and mapping id by which one is looked up. */
import type { Item } from '../../dynamodb/table/attributes.ts';
import { itemOf, type Opened } from '../../dynamodb/table/entity.ts';
import { digest, joined, type Key, ofPartner, sortable } from '../../dynamodb/table/keys.ts';
import { recordBytes } from '../../dynamodb/table/record-size.ts';
import { firstMark } from '../../dynamodb/writes/marks.ts';
import { accountMemory } from '../../partners/account-memory.ts';
import { accountKeys, accountNumberIn, isAt } from '../../partners/repository/account.ts';
import { lastActivityOf } from './contact-times.ts';

/** A location that a contact is mapped to. */
export interface ContactMapping {
  /** Of the mapping; unique within the account. */
  readonly cid: number;
  readonly location?: string;
  readonly bid?: number;
  readonly businessNumber?: number;
}

/** A contact as it is stored, and as a line of a data file has it (docs/data-files.md). */
export interface Contact {
  readonly id: number;
  readonly mappings?: readonly ContactMapping[];
  /** Thousands of mapping ids that are the contact's: `412` are 412,000 to 412,999. */
  readonly cidBlocks?: readonly number[];
  readonly [field: string]: unknown;
}

/**
 * What identifies the contact, in the form of keys; phones as the keys under which the number may be stored, the
 * likeliest first.
 */
export type ContactIdentifier =
  | { readonly id: number }
  | { readonly cid: number }
  | { readonly email: string }
  | { readonly phones: readonly string[] };

/** What a contact is found by: each value belongs to one contact of the account. `CIDS` are a thousand mapping ids. */
export type PointerKind = 'EMAIL' | 'PHONE' | 'EXTERNAL' | 'CID' | 'CIDS';

/** The account that a contact belongs to. */
export interface ContactOwner {
  readonly partnerId: string;
  readonly accountNumber: number;
}

export const contactKey = ({ partnerId, accountNumber }: ContactOwner, contactId: number): Key => ({
  pk: ofPartner(partnerId, 'ACCOUNT', accountNumber, 'CONTACT', contactId),
  sk: 'CONTACT',
});

/** Where the index lists the contacts of an account. */
export const contactsPartition = ({ partnerId, accountNumber }: ContactOwner): string =>
  ofPartner(partnerId, 'ACCOUNT', accountNumber, 'CONTACTS');

/** The key of a pointer. What it points by is personal data, so a digest stands in its place. */
export const contactPointerKey = (
  { partnerId, accountNumber }: ContactOwner,
  kind: PointerKind,
  value: string | number,
): Key => ({
  pk: ofPartner(partnerId, 'ACCOUNT', accountNumber, kind, digest(partnerId, accountNumber, kind, value)),
  sk: 'CONTACT',
});

/** The locations that a contact is mapped to, as the index shows them; `undefined` where there are none. */
export const mappedTo = ({ mappings }: Contact): readonly number[] | undefined => {
  const numbers = new Set((mappings ?? []).flatMap(({ businessNumber }) => businessNumber ?? []));
  return numbers.size > 0 ? [...numbers] : undefined;
};

/** The complete name, as lists show it. */
export const nameOf = ({ firstName, lastName }: Contact): string =>
  [firstName, lastName].filter((part) => part !== undefined && part !== '').join(' ');

const shownText = (value: unknown): string | undefined =>
  value === undefined || value === '' ? undefined : String(value);

/** The attributes next to the record, for the index: what lists show of it. `undefined` where it has none. */
const shownOf = (contact: Contact) => ({
  businessNumbers: mappedTo(contact),
  name: shownText(nameOf(contact)),
  email: shownText(contact.email),
  phone: shownText(contact.phone),
  lastActivityAt: new Date(lastActivityOf(contact)).toISOString(),
});

/** By the last activity, in epoch milliseconds, and among contacts of one moment by id. */
export const listedUnder = (lastActivityAt: number, id: number): string =>
  joined(sortable(lastActivityAt), sortable(id));
const indexSortKey = (contact: Contact): string => listedUnder(lastActivityOf(contact), contact.id);

/** A new item for a contact. */
export const contactItem = (owner: ContactOwner, contact: Contact): Item => {
  const record = { ...owner, contact, ...shownOf(contact) };
  return itemOf(
    'contact',
    { ...record, ...firstMark(), bytes: recordBytes(record) },
    { ...contactKey(owner, contact.id), gsi1pk: contactsPartition(owner), gsi1sk: indexSortKey(contact) },
  );
};

/** What an update sets for a contact to stand so; `null` removes an attribute. */
export const contactChanges = (contact: Contact): Readonly<Record<string, unknown>> => ({
  contact,
  ...Object.fromEntries(Object.entries(shownOf(contact)).map(([name, value]) => [name, value ?? null])),
  gsi1sk: indexSortKey(contact),
});

/** The pointer at `key` to the contact with this id. */
export const contactPointerItem = (owner: ContactOwner, key: Key, contactId: number): Item =>
  itemOf('contactPointer', { ...owner, contactId }, key);

/** The thousand that a mapping id is of. */
export const blockOf = (cid: number): number => Math.floor(cid / 1000);

/** A thousand of mapping ids leads to the contact, whichever of them it has. */
const hasIdentified = (contact: Contact, identifier: ContactIdentifier): boolean =>
  !('cid' in identifier) || (contact.mappings ?? []).some(({ cid }) => cid === identifier.cid);

/** The keys, of a contact or of pointers to it, that an identifier may stand under; the first that exists decides. */
const keysOf = (owner: ContactOwner, identifier: ContactIdentifier): readonly Key[] => {
  if ('id' in identifier) return [contactKey(owner, identifier.id)];
  if ('cid' in identifier)
    return [contactPointerKey(owner, 'CID', identifier.cid), contactPointerKey(owner, 'CIDS', blockOf(identifier.cid))];
  if ('email' in identifier) return [contactPointerKey(owner, 'EMAIL', identifier.email)];
  return identifier.phones.map((phone) => contactPointerKey(owner, 'PHONE', phone));
};

/** A contact, if there is one, and its version; `undefined` where there is no such account. */
export type FoundContact =
  | { readonly accountNumber: number; readonly contact: Contact | undefined; readonly version: number }
  | undefined;

/** The contacts of a partner. */
export const contacts = (({ table, partnerId }) => ({
  /**
   * The contact of the account that `number` names, by itself or as one of its locations.
   *
   * The account and its contact are asked for in one call; a pointer takes one more, and so does a location's number,
   * unless its account is remembered. What is remembered only says where to look: whether the number is there is read
   * each time.
   */
  find: async (number: number, identifier: ContactIdentifier): Promise<FoundContact> => {
    const memory = accountMemory(partnerId, number);
    const likely = { partnerId, accountNumber: memory.recall() ?? number };
    const items = await table.batchGet([...accountKeys(partnerId, number), ...keysOf(likely, identifier)]);
    const accountNumber = memory.keep(accountNumberIn(items, partnerId, number));
    if (accountNumber === undefined) return undefined;
    const owner = { partnerId, accountNumber };
    const candidates = keysOf(owner, identifier);
    const there = accountNumber === likely.accountNumber ? items : await table.batchGet(candidates);
    const found = candidates.map((key) => there.find((item) => isAt(item, key))).find((item) => item !== undefined);
    if (!found) return { accountNumber, contact: undefined, version: 0 };
    if (found.contact) return { accountNumber, contact: found.contact as Contact, version: Number(found.version) };
    const item = await table.get(contactKey(owner, found.contactId as number));
    const contact = item?.contact as Contact | undefined;
    return {
      accountNumber,
      contact: contact && hasIdentified(contact, identifier) ? contact : undefined,
      version: Number(item?.version),
    };
  },
})) satisfies Opened<unknown>;
