/**
 * The packed index of an account: what lists of contacts are sorted, counted and filtered by, packed into items of a
 * few contacts each. Reading all of it gives exact totals and any page, for a small part of the read units of the
 * contacts themselves (docs/engineers.md: lists of contacts). The transaction that writes a contact writes its entry.
 */
import type { Item } from '../../dynamodb/table/attributes.ts';
import { ITEM_VERSION, type Opened } from '../../dynamodb/table/entity.ts';
import { type Key, ofPartner } from '../../dynamodb/table/keys.ts';
import { readAhead } from '../../dynamodb/table/read-ahead.ts';
import type { Action } from '../../dynamodb/writes/transactions.ts';
import { type Contact, type ContactOwner, mappedTo } from './contact.ts';
import { createdAtOf, lastActivityOf } from './contact-times.ts';
import { CONTACT_TYPES, type ContactType, SOURCE_KINDS, type SourceKind } from './kinds.ts';
import { NUMBER_WIDTH, packed, TIME_WIDTH, unpacked } from './packed-text.ts';

/** The entry of a contact. */
export interface Enrolled {
  readonly id: number;
  /** Epoch milliseconds. */
  readonly lastActivityAt: number;
  readonly createdAt: number;
  readonly contactType: ContactType;
  readonly sourceKind: SourceKind;
  /** The size of the contact's item, in blocks of 4 KB: half a read unit each, where a read need not be consistent. */
  readonly blocks: number;
  /** The locations that it is mapped to. */
  readonly businessNumbers: readonly number[];
}

/**
 * The maximum number of items: in an account of 100,000 contacts each holds some 25, so that a write takes a unit or
 * two and rarely conflicts with another; in a small account each holds one.
 */
const ITEMS = 4096;

export const packedIndexPartition = ({ partnerId, accountNumber }: ContactOwner): string =>
  ofPartner(partnerId, 'ACCOUNT', accountNumber, 'PACKED_INDEX');

const packedIndexKey = (owner: ContactOwner, id: number): Key => ({
  pk: packedIndexPartition(owner),
  sk: (Math.abs(id) % ITEMS).toString(16).padStart(3, '0'),
});

/** Attributes of contacts begin with a capital, those of the item itself do not. Ids of data files may be negative. */
const attributeOf = (id: number): string => `${id < 0 ? 'N' : 'C'}${packed(Math.abs(id), NUMBER_WIDTH)}`;
const isContact = (attribute: string): boolean => attribute.startsWith('C') || attribute.startsWith('N');
const idIn = (attribute: string): number => unpacked(attribute, 1) * (attribute.startsWith('N') ? -1 : 1);

const BLOCK = 4096;
/** What keys, marks and names add to the record's own bytes, at most. */
const ADJACENT = 1024;

/** The size of a contact's item, from the bytes of its record. */
export const blocksOf = (bytes: number): number => Math.ceil((bytes + ADJACENT) / BLOCK);

const entryOf = (contact: Contact, bytes: number): string => {
  const type = Math.max(CONTACT_TYPES.indexOf(contact.contactType as ContactType), 0);
  const source = Math.max(SOURCE_KINDS.indexOf(contact.sourceKind as SourceKind), 0);
  return [
    packed(lastActivityOf(contact), TIME_WIDTH),
    packed(createdAtOf(contact), TIME_WIDTH),
    packed(type * 32 + source, 1),
    packed(blocksOf(bytes), 1),
    ...(mappedTo(contact) ?? []).map((number) => packed(number, NUMBER_WIDTH)),
  ].join('');
};

const CREATED = TIME_WIDTH;
const KINDS = CREATED + TIME_WIDTH;
const BLOCKS = KINDS + 1;
const LOCATIONS = BLOCKS + 1;

const enrolledFrom = (attribute: string, entry: string): Enrolled => {
  const kinds = unpacked(entry, KINDS, BLOCKS);
  const businessNumbers: number[] = [];
  for (let at = LOCATIONS; at < entry.length; at += NUMBER_WIDTH)
    businessNumbers.push(unpacked(entry, at, at + NUMBER_WIDTH));
  return {
    id: idIn(attribute),
    lastActivityAt: unpacked(entry, 0, CREATED),
    createdAt: unpacked(entry, CREATED, KINDS),
    contactType: CONTACT_TYPES[Math.floor(kinds / 32)] ?? CONTACT_TYPES[0],
    sourceKind: SOURCE_KINDS[kinds % 32] ?? SOURCE_KINDS[0],
    blocks: unpacked(entry, BLOCKS, LOCATIONS),
    businessNumbers,
  };
};

/**
 * Enters a contact as it stands after a write, or strikes it out. No condition is needed: the transaction that it is
 * part of has those of the contact.
 *
 * @param bytes - of the contact's record
 */
export const packedIndexAction = (
  owner: ContactOwner,
  id: number,
  after: { contact: Contact; bytes: number } | undefined,
): Action => {
  const Key = packedIndexKey(owner, id);
  const names = { '#contact': attributeOf(id) };
  if (!after) return { Update: { Key, UpdateExpression: 'REMOVE #contact', ExpressionAttributeNames: names } };
  return {
    Update: {
      Key,
      UpdateExpression:
        'SET #contact = :entry, #type = :type, v = :v, partnerId = :partnerId, accountNumber = :accountNumber',
      ExpressionAttributeNames: { ...names, '#type': 'type' },
      ExpressionAttributeValues: {
        ':entry': entryOf(after.contact, after.bytes),
        ':type': 'contactPackedIndex',
        ':v': ITEM_VERSION,
        ':partnerId': owner.partnerId,
        ':accountNumber': owner.accountNumber,
      },
    },
  };
};

/** The contacts in an item of a packed index. */
export const enrolledIn = (item: Item): Enrolled[] => {
  const found: Enrolled[] = [];
  for (const name in item) {
    if (isContact(name)) found.push(enrolledFrom(name, String(item[name])));
  }
  return found;
};

/** Whether a contact is in its item of the packed index. */
export const isEnrolledIn = (item: Item, id: number): boolean => item[attributeOf(id)] !== undefined;

/**
 * Items of a call, where it does not end at 1 MB before: half of all, and a few more, so that two calls end there. The
 * embedded engine reads all that is left of a partition where nothing is said.
 */
const PAGE = ITEMS / 2 + 10;

/** The packed indexes of a partner's accounts. */
export const packedIndexes = (({ table, partnerId }) => ({
  /**
   * All contacts of an account, in no order, page after page, while the next one is under way: some 25,000 a page, and
   * half a read unit for some 100 of one location each. May lag behind a write, as lists do, unless it is asked to be
   * consistent.
   */
  async *all(accountNumber: number, consistent = false): AsyncGenerator<readonly Enrolled[]> {
    const pages = table.query({
      KeyConditionExpression: 'pk = :pk',
      ExpressionAttributeValues: { ':pk': packedIndexPartition({ partnerId, accountNumber }) },
      ConsistentRead: consistent,
      Limit: PAGE,
    });
    for await (const page of readAhead(pages)) yield page.flatMap(enrolledIn);
  },
})) satisfies Opened<unknown>;
