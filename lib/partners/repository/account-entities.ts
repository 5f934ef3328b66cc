/** What accounts, and the owners of numbers, declare (lib/entities.ts). */
import type { Entity } from '../../dynamodb/table/entity.ts';

const number = { type: 'integer' } as const;
const text = { type: 'string' } as const;

export const accountEntity: Entity = {
  type: 'account',
  keys: {
    pk: 'P#<partner>#ACCOUNT#<number>',
    sk: 'ACCOUNT',
    index: ['P#<partner>#ACCOUNTS, P#<partner>#ACCOUNT#<parent>#CHILDREN', '<number>'],
  },
  answers: 'Is this account the partner’s? Which accounts does the partner, or this account, have?',
  attributes: {
    type: 'object',
    required: ['accountNumber', 'partnerId', 'name', 'version', 'p0'],
    properties: {
      ...{ accountNumber: number, parent: number, version: number },
      ...{ partnerId: text, name: text, p0: text },
      hierarchyLevels: { type: 'array', items: text },
    },
  },
  exported: 'line',
  personal: false,
  events: { by: 'business' },
  counts: false,
  audit: 'values',
  removal: { withLocation: 'stands above it', withAccount: 'is the record itself' },
};

export const ownerEntity: Entity = {
  type: 'owner',
  keys: { pk: 'NUMBER#<number>', sk: 'OWNER' },
  answers: 'Which partner has this number, for an account or a location? It never changes.',
  attributes: {
    type: 'object',
    required: ['partnerId', 'kind'],
    properties: { partnerId: text, kind: { enum: ['account', 'business'] } },
  },
  exported: { with: 'account, business' },
  personal: false,
  events: false,
  counts: false,
  audit: { not: 'comes with its account or location' },
  removal: { withLocation: 'the number stays the partner’s', withAccount: 'the number stays the partner’s' },
};
