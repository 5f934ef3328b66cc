/**
 * The list of erasures: which contacts an operator has removed for good (docs/erasing.md). What is
 * restored from an older copy is held to it. It knows ids, and nothing of a person.
 */
import type { Item } from '../../dynamodb/table/attributes.ts';
import { type Entity, itemOf } from '../../dynamodb/table/entity.ts';
import { joined, type Key, ofPartner } from '../../dynamodb/table/keys.ts';
import type { ContactOwner } from './contact.ts';

/** A contact that is, or is to be, erased. */
export interface ErasedContact extends ContactOwner {
  readonly contactId: number;
  /** ISO 8601, in UTC: when it was erased first. */
  readonly erasedAt: string;
}

const number = { type: 'integer' } as const;
const text = { type: 'string' } as const;

export const erasureEntity: Entity = {
  type: 'erasure',
  keys: { pk: 'P#<partner>#ERASURES', sk: '<account>#<id>' },
  answers: 'Which contacts were erased, and must be erased again after a restore?',
  attributes: {
    type: 'object',
    required: ['partnerId', 'accountNumber', 'contactId', 'erasedAt'],
    properties: { partnerId: text, accountNumber: number, contactId: number, erasedAt: text },
  },
  exported: { not: 'it applies to the table and its backups' },
  personal: false,
  events: false,
  counts: false,
  audit: { shows: 'names', id: ({ contactId }) => contactId },
  removal: { withLocation: 'is none of a location', withAccount: 'holds for what is restored, too' },
  whenRestored: 'keeps',
};

export const erasureKey = ({ partnerId, accountNumber }: ContactOwner, contactId: number): Key => ({
  pk: ofPartner(partnerId, 'ERASURES'),
  sk: joined(accountNumber, contactId),
});

export const erasureItem = (erased: ErasedContact): Item =>
  itemOf('erasure', { ...erased }, erasureKey(erased, erased.contactId));

/** The opposite of `erasureItem`. */
export const erasureFrom = ({ partnerId, accountNumber, contactId, erasedAt }: Item): ErasedContact => ({
  partnerId: String(partnerId),
  accountNumber: Number(accountNumber),
  contactId: Number(contactId),
  erasedAt: String(erasedAt),
});
