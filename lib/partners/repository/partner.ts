/** Partners: who owns accounts and keys. */
import type { Item } from '../../dynamodb/table/attributes.ts';
import { type Entity, itemOf } from '../../dynamodb/table/entity.ts';
import { type Key, ofPartner } from '../../dynamodb/table/keys.ts';
import { firstMark } from '../../dynamodb/writes/marks.ts';

export interface Partner {
  readonly partnerId: string;
  readonly name: string;
  /** ISO 8601, in UTC: since when an operator has all its keys refused. */
  readonly suspendedAt?: string;
}

const text = { type: 'string' } as const;

export const partnerEntity: Entity = {
  type: 'partner',
  keys: { pk: 'P#<partner>', sk: 'PARTNER' },
  answers: 'Does this partner exist? Is it suspended?',
  attributes: {
    type: 'object',
    required: ['partnerId', 'name'],
    properties: { partnerId: text, name: text, suspendedAt: text },
  },
  exported: 'line',
  personal: false,
  events: false,
  counts: false,
  audit: 'values',
  removal: { withLocation: 'stands above it', withAccount: 'stands above it' },
  whenRestored: 'keeps',
};

export const partnerKey = (partnerId: string): Key => ({ pk: ofPartner(partnerId), sk: 'PARTNER' });

export const partnerItem = ({ partnerId, name, suspendedAt }: Partner): Item =>
  itemOf(
    'partner',
    { partnerId, name, ...(suspendedAt !== undefined && { suspendedAt }), ...firstMark() },
    partnerKey(partnerId),
  );

/** The partner that an item holds: the opposite of `partnerItem`. */
export const partnerFrom = ({ partnerId, name, suspendedAt }: Item): Partner => ({
  partnerId: String(partnerId),
  name: String(name),
  ...(suspendedAt !== undefined && { suspendedAt: String(suspendedAt) }),
});
