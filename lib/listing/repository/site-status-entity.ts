/** What statuses of sites declare (lib/entities.ts). */
import type { Entity } from '../../dynamodb/table/entity.ts';
import { ofPartner } from '../../dynamodb/table/keys.ts';
import { deletionsAt } from '../../dynamodb/writes/dependent-items.ts';
import { SITE_STATUS, SITES_PREFIX } from './site-status.ts';

const number = { type: 'integer' } as const;
const text = { type: 'string' } as const;

export const siteStatusEntity: Entity = {
  type: SITE_STATUS,
  keys: {
    pk: 'P#<partner>#BUSINESS#<number>',
    sk: 'SITES#<alias>',
    index: ['P#<partner>#ACCOUNT#<account>#SITES', '<number>#<alias>'],
  },
  answers: 'How does the listing of this location stand on this site?',
  attributes: {
    type: 'object',
    required: ['businessNumber', 'accountNumber', 'partnerId', 'siteAlias', 'version', 'bytes', 'p0'],
    properties: {
      businessNumber: number,
      accountNumber: number,
      partnerId: text,
      siteAlias: text,
      url: text,
      syncedAt: text,
      errors: { type: 'array', items: text, maxItems: 10 },
    },
  },
  exported: 'line',
  personal: false,
  events: false,
  counts: false,
  audit: { shows: 'values', id: ({ siteAlias }) => siteAlias },
  removal: {
    withLocation: async function* ({ table, partnerId }, { number: businessNumber }) {
      const pk = ofPartner(partnerId, 'BUSINESS', businessNumber);
      yield* deletionsAt(table, pk, SITES_PREFIX);
    },
    withAccount: 'goes with its location',
  },
};
