/**
 * The list of erasures, of partners: who was removed for good with everything of theirs (docs/erasing.md). What is
 * restored or imported from before is held to it. It holds for ever, so that no one else gets the id.
 */
import type { Item } from '../../dynamodb/table/attributes.ts';
import { type Entity, itemOf } from '../../dynamodb/table/entity.ts';
import { type Key, ofPartner } from '../../dynamodb/table/keys.ts';

/** A partner that is, or is to be, erased. */
export interface ErasedPartner {
  readonly partnerId: string;
  /** ISO 8601, in UTC: when it was erased first. */
  readonly erasedAt: string;
}

const text = { type: 'string' } as const;

export const partnerErasureEntity: Entity = {
  type: 'partnerErasure',
  keys: { pk: 'P#<partner>#ERASURES', sk: 'PARTNER' },
  answers: 'Was this partner erased, and must be erased again after a restore?',
  attributes: {
    type: 'object',
    required: ['partnerId', 'erasedAt'],
    properties: { partnerId: text, erasedAt: text },
  },
  exported: { not: 'it applies to the table and its backups' },
  personal: false,
  events: false,
  counts: false,
  audit: { not: 'it stays for good, with who wrote it, when all else of the partner is gone' },
  removal: { withLocation: 'is none of a location', withAccount: 'is none of an account' },
  whenRestored: 'keeps',
};

export const partnerErasureKey = (partnerId: string): Key => ({ pk: ofPartner(partnerId, 'ERASURES'), sk: 'PARTNER' });

export const partnerErasureItem = (erased: ErasedPartner): Item =>
  itemOf('partnerErasure', { ...erased }, partnerErasureKey(erased.partnerId));

/** The opposite of `partnerErasureItem`. */
export const partnerErasureFrom = ({ partnerId, erasedAt }: Item): ErasedPartner => ({
  partnerId: String(partnerId),
  erasedAt: String(erasedAt),
});
