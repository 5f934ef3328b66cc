/** Partners: who owns accounts and keys. */
import type { Item } from '../../dynamodb/attributes.ts';
import { type Entity, itemOf } from '../../dynamodb/entity.ts';
import { type Key, ofPartner } from '../../dynamodb/keys.ts';
import { firstMark } from '../../dynamodb/marks.ts';

export interface Partner {
  readonly partnerId: string;
  readonly name: string;
}

const text = { type: 'string' } as const;

export const partnerEntity: Entity = {
  type: 'partner',
  keys: { pk: 'P#<partner>', sk: 'PARTNER' },
  answers: 'Is there this partner?',
  attributes: { type: 'object', required: ['partnerId', 'name'], properties: { partnerId: text, name: text } },
  exported: 'line',
  personal: false,
  removal: { withLocation: 'stands above it', withAccount: 'stands above it' },
};

export const partnerKey = (partnerId: string): Key => ({ pk: ofPartner(partnerId), sk: 'PARTNER' });

export const partnerItem = ({ partnerId, name }: Partner): Item =>
  itemOf('partner', { partnerId, name, ...firstMark() }, partnerKey(partnerId));
