/** Contacts: one item each, and a pointer for every email, phone and mapping id by which one is looked up. */
import { indexKeys, type Key, keys } from '../../dynamodb/keys.ts';
import type { Item, Table } from '../../dynamodb/table.ts';
import { accountKeys, accountMemory, accountNumberIn, ownedItem } from '../../partners/repository/account.ts';

/** A contact as the operator's data gave it, with the fields of spec 2.3. */
export interface Contact {
  readonly id: number;
  readonly [field: string]: unknown;
}

/** What identifies the contact; phones as the keys under which the number may be stored, the likeliest first. */
export type ContactIdentifier =
  | { readonly id: number }
  | { readonly cid: number }
  | { readonly email: string }
  | { readonly phones: readonly string[] };

/** Where a contact is stored, and under which pointers it is found. `email` and `phone` come in the form of a key. */
export interface ContactOwner {
  readonly accountNumber: number;
  readonly partnerId: string;
}

export const contactItem = ({ accountNumber, partnerId }: ContactOwner, contact: Contact): Item => ({
  accountNumber,
  partnerId,
  contact,
  type: 'contact',
  ...keys.contact(accountNumber, contact.id),
  ...indexKeys.contact(accountNumber, contact.id),
});

/** The pointer at `key` to the contact with this id. */
export const pointerItem = ({ accountNumber, partnerId }: ContactOwner, key: Key, contactId: number): Item => ({
  accountNumber,
  partnerId,
  contactId,
  type: 'contactPointer',
  ...key,
});

/** The keys, of a contact or of pointers to it, that an identifier may stand under; the first that exists decides. */
const keysOf = (accountNumber: number, identifier: ContactIdentifier): readonly Key[] => {
  if ('id' in identifier) return [keys.contact(accountNumber, identifier.id)];
  if ('cid' in identifier) return [keys.contactByCid(accountNumber, identifier.cid)];
  if ('email' in identifier) return [keys.contactByEmail(accountNumber, identifier.email)];
  return identifier.phones.map((phone) => keys.contactByPhone(accountNumber, phone));
};

/**
 * The contact of the account that `number` names, by itself or as one of its locations.
 * `undefined`: no such account. `null`: the account has no such contact.
 *
 * The account and its contact are asked for in one call; a pointer takes one more, and so does a location's number, unless
 * its account is remembered. What is remembered only says where to look: the account's owner is read each time.
 */
export const findContact = async (
  table: Table,
  partnerId: string,
  number: number,
  identifier: ContactIdentifier,
): Promise<Contact | null | undefined> => {
  const memory = accountMemory(table, partnerId, number);
  const likely = memory.recall() ?? number;
  const items = await table.batchGet([...accountKeys(number), ...keysOf(likely, identifier)]);
  const accountNumber = memory.keep(accountNumberIn(items, number, partnerId));
  if (accountNumber === undefined) return undefined;
  const candidates = keysOf(accountNumber, identifier);
  const there = accountNumber === likely ? items : await table.batchGet(candidates);
  const found = candidates.map((key) => ownedItem(there, key, partnerId)).find((item) => item !== undefined);
  if (!found) return null;
  if (found.contact) return found.contact as Contact;
  const item = await table.get(keys.contact(accountNumber, found.contactId as number));
  return item?.partnerId === partnerId ? (item.contact as Contact) : null;
};
