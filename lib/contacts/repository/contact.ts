/** Contacts: one item each, and a pointer for every email, phone and mapping id by which one is looked up. */
import type { Item } from '../../dynamodb/attributes.ts';
import { itemOf, type Opened } from '../../dynamodb/entity.ts';
import { digest, type Key, ofPartner, sortable } from '../../dynamodb/keys.ts';
import { firstMark } from '../../dynamodb/marks.ts';
import { recordBytes } from '../../dynamodb/record-size.ts';
import { accountMemory } from '../../partners/account-memory.ts';
import { accountKeys, accountNumberIn, isAt } from '../../partners/repository/account.ts';

/** A contact as it is stored. */
export interface Contact {
  readonly id: number;
  readonly [field: string]: unknown;
}

/** What identifies the contact, in the form of keys; phones as the keys under which the number may be stored, the likeliest first. */
export type ContactIdentifier =
  | { readonly id: number }
  | { readonly cid: number }
  | { readonly email: string }
  | { readonly phones: readonly string[] };

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
  kind: 'EMAIL' | 'PHONE' | 'CID',
  value: string | number,
): Key => ({
  pk: ofPartner(partnerId, 'ACCOUNT', accountNumber, kind, digest(partnerId, accountNumber, kind, value)),
  sk: 'CONTACT',
});

/** The locations that a contact is mapped to, as the index shows them; `undefined` where there are none. */
export const mappedTo = ({ mappings }: Contact): readonly number[] | undefined => {
  const rows = (mappings ?? []) as readonly { readonly businessNumber?: number }[];
  const numbers = new Set(rows.flatMap(({ businessNumber }) => businessNumber ?? []));
  return numbers.size > 0 ? [...numbers] : undefined;
};

export const contactItem = (owner: ContactOwner, contact: Contact): Item => {
  const record = { ...owner, contact, businessNumbers: mappedTo(contact) };
  return itemOf(
    'contact',
    { ...record, ...firstMark(), bytes: recordBytes(record) },
    { ...contactKey(owner, contact.id), gsi1pk: contactsPartition(owner), gsi1sk: sortable(contact.id) },
  );
};

/** The pointer at `key` to the contact with this id. */
export const contactPointerItem = (owner: ContactOwner, key: Key, contactId: number): Item =>
  itemOf('contactPointer', { ...owner, contactId }, key);

/** The keys, of a contact or of pointers to it, that an identifier may stand under; the first that exists decides. */
const keysOf = (owner: ContactOwner, identifier: ContactIdentifier): readonly Key[] => {
  if ('id' in identifier) return [contactKey(owner, identifier.id)];
  if ('cid' in identifier) return [contactPointerKey(owner, 'CID', identifier.cid)];
  if ('email' in identifier) return [contactPointerKey(owner, 'EMAIL', identifier.email)];
  return identifier.phones.map((phone) => contactPointerKey(owner, 'PHONE', phone));
};

/** A contact, if there is one; `undefined` where there is no such account. */
export type FoundContact = { readonly contact: Contact | undefined } | undefined;

/** The contacts of a partner. */
export const contacts = (({ table, partnerId }) => ({
  /**
   * The contact of the account that `number` names, by itself or as one of its locations.
   *
   * The account and its contact are asked for in one call; a pointer takes one more, and so does a location's number, unless
   * its account is remembered. What is remembered only says where to look: whether the number is there is read each time.
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
    if (!found) return { contact: undefined };
    if (found.contact) return { contact: found.contact as Contact };
    const item = await table.get(contactKey(owner, found.contactId as number));
    return { contact: item?.contact as Contact | undefined };
  },
})) satisfies Opened<unknown>;
