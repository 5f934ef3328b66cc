/** What listings declare (lib/entities.ts). */
import type { Entity } from '../../dynamodb/table/entity.ts';
import { deletionsAt } from '../../dynamodb/writes/dependent-items.ts';
import { listingEvents } from '../events.ts';
import { listingKey } from './listing.ts';

const number = { type: 'integer' } as const;
const text = { type: 'string' } as const;

export const listingEntity: Entity = {
  type: 'listing',
  keys: {
    pk: 'P#<partner>#BUSINESS#<number>',
    sk: 'LISTING',
    index: ['P#<partner>#ACCOUNT#<account>#LISTINGS', '<number>'],
  },
  answers: 'What does the listing of this location have in addition to its profile?',
  attributes: {
    type: 'object',
    required: ['businessNumber', 'accountNumber', 'partnerId', 'own', 'state', 'version', 'bytes', 'p0'],
    properties: {
      businessNumber: number,
      accountNumber: number,
      partnerId: text,
      own: text,
      state: { enum: ['published', 'deactivated'] },
      changed: { type: 'array', items: text },
      changedMark: text,
    },
  },
  exported: 'line',
  // It names who provides care, and no contact or user.
  personal: { identifies: true, erased: 'belongs to the location, and goes with it' },
  // A profile and its listing are one record: a changed profile changes a published listing.
  events: { sends: ['LISTING_UPDATED'], of: listingEvents, ofOthers: { business: listingEvents } },
  counts: false,
  // Who provides care is a person.
  audit: { shows: 'values', unshown: ['own.healthcare'] },
  removal: {
    // It goes with the record, at once; what lies here came at the same time.
    withLocation: async function* ({ table, partnerId }, { number: businessNumber }) {
      const { pk, sk } = listingKey(partnerId, businessNumber);
      yield* deletionsAt(table, pk, sk);
    },
    withAccount: 'goes with its location',
  },
};
