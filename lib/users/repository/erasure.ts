/**
 * The list of erasures, of users: who was removed for good from all accounts of a partner (docs/erasing.md). What is restored
 * or imported from before is held to it. It knows ids, and nothing of a person.
 */
import type { Item } from '../../dynamodb/table/attributes.ts';
import { type Entity, itemOf } from '../../dynamodb/table/entity.ts';
import { joined, type Key, ofPartner } from '../../dynamodb/table/keys.ts';

/** A person of users who is, or is to be, erased. */
export interface ErasedUser {
  readonly partnerId: string;
  readonly userId: number;
  /** ISO 8601, in UTC: when they were erased first. */
  readonly erasedAt: string;
}

const text = { type: 'string' } as const;

export const userErasureEntity: Entity = {
  type: 'userErasure',
  keys: { pk: 'P#<partner>#ERASURES', sk: 'USER#<id>' },
  answers: 'Which users were erased, and must be erased again after a restore?',
  attributes: {
    type: 'object',
    required: ['partnerId', 'userId', 'erasedAt'],
    properties: { partnerId: text, userId: { type: 'integer' }, erasedAt: text },
  },
  exported: { not: 'it applies to the table and its backups' },
  personal: false,
  events: false,
  counts: false,
  audit: { shows: 'names', id: ({ userId }) => userId },
  removal: { withLocation: 'is none of a location', withAccount: 'holds for what is restored, too' },
  whenRestored: 'keeps',
};

export const userErasureKey = (partnerId: string, userId: number): Key => ({
  pk: ofPartner(partnerId, 'ERASURES'),
  sk: joined('USER', userId),
});

export const userErasureItem = (erased: ErasedUser): Item =>
  itemOf('userErasure', { ...erased }, userErasureKey(erased.partnerId, erased.userId));

/** The opposite of `userErasureItem`. */
export const userErasureFrom = ({ partnerId, userId, erasedAt }: Item): ErasedUser => ({
  partnerId: String(partnerId),
  userId: Number(userId),
  erasedAt: String(erasedAt),
});
