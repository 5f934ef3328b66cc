/** Finds the contact that a write is about: the one that is named, or the one with an identifier that is sent. */
import type { ErrorEntry } from '../contract/error-entry.ts';
import * as laterErrors from '../contract/later-error-rows.ts';
import { caseKey } from '../contract/text.ts';
import type { Item } from '../dynamodb/table/attributes.ts';
import type { PartnerStore } from '../dynamodb/table/partner-store.ts';
import type { Contact, ContactOwner } from './repository/contact.ts';
import type { Pointer } from './repository/pointers.ts';
import { contexts } from './repository/preconditions.ts';
import { phoneKey } from './rules/contact-lookup.ts';

/** What is sent of a person. */
export interface Person {
  readonly externalId?: string | undefined;
  readonly email?: string | undefined;
  readonly phone?: string | undefined;
  /** The country of the phone. */
  readonly countryCode: string;
}

/** The id of the contact that has a looked-up identifier (`heldAs`), if any. */
export type Holders = ReadonlyMap<string, number | undefined>;

export const heldAs = ({ kind, value }: Pick<Pointer, 'kind' | 'value'>): string => `${kind} ${value}`;

export interface Found {
  /** Absent if no contact is found, or the one with the phone is another person: the holders say so. */
  readonly item?: Item | undefined;
  readonly holders: Holders;
}

/** The contact of an id. */
export const findNamed = async (
  store: PartnerStore,
  owner: ContactOwner,
  id: number,
): Promise<Found | { readonly refused: ErrorEntry }> => {
  const item = await contexts(store).contact(owner, id);
  return item ? { item, holders: new Map() } : { refused: laterErrors.contactNotFound };
};

/**
 * By external id, then email, then phone. A phone alone means a contact only where either side lacks an email: two
 * people of one household are two. The second one is refused when it is written, as the phone belongs to the first (5047).
 *
 * @returns `again` where the contact was deleted between two reads
 */
export const findPerson = async (
  store: PartnerStore,
  owner: ContactOwner,
  { externalId, email, phone, countryCode }: Person,
): Promise<Found | 'again'> => {
  const { holders, contact } = contexts(store);
  const number = phone === undefined ? undefined : phoneKey(phone, countryCode);
  const asked = [
    ...(externalId === undefined ? [] : [{ kind: 'EXTERNAL', value: externalId } as const]),
    ...(email === undefined ? [] : [{ kind: 'EMAIL', value: caseKey(email) } as const]),
    ...(number === undefined ? [] : [{ kind: 'PHONE', value: number } as const]),
  ];
  const ids = await holders(owner, asked);
  const place = ids.findIndex((id) => id !== undefined);
  const known: Holders = new Map(asked.map((pointer, index) => [heldAs(pointer), ids[index]]));
  if (place < 0) return { holders: known };
  const item = await contact(owner, ids[place]!);
  if (!item) return 'again';
  const isByPhone = asked[place]!.kind === 'PHONE';
  const hasEmail = Boolean((item.contact as Contact).email);
  const isAnother = isByPhone && hasEmail && email !== undefined;
  return { item: isAnother ? undefined : item, holders: known };
};
