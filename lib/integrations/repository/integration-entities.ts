/** What mappings declare (lib/entities.ts). */
import { chunksOf } from '../../dynamodb/client/concurrency.ts';
import type { Entity, FindDependents } from '../../dynamodb/table/entity.ts';
import { ofPartner } from '../../dynamodb/table/keys.ts';
import { deletionOf, lyingAt } from '../../dynamodb/writes/dependent-items.ts';
import { integrationEvents } from '../events.ts';
import { INTEGRATION, INTEGRATION_COUNT, MAPPING_PREFIX, MOST_MAPPINGS, MOST_PROPERTIES } from './integration.ts';

const number = { type: 'integer' } as const;
const text = { type: 'string' } as const;

/** So many are removed in one transaction. */
const AT_ONCE = 20;

const goneWithLocation = (prefix: string): FindDependents =>
  async function* ({ table, partnerId }, { number: businessNumber }) {
    for await (const keys of lyingAt(table, ofPartner(partnerId, 'BUSINESS', businessNumber), prefix))
      for (const some of chunksOf(keys, AT_ONCE)) yield some.map((key) => deletionOf({ ...key }));
  };

export const integrationEntity: Entity = {
  type: INTEGRATION,
  keys: {
    pk: 'P#<partner>#BUSINESS#<number>',
    sk: 'INTEGRATION#<group>',
    index: ['P#<partner>#ACCOUNT#<account>#INTEGRATIONS', '<group>#<location>#<1 if it is active>#<blocks of 4 KB>'],
  },
  answers: 'What is this location called in other systems? Which locations of this account have a mapping?',
  attributes: {
    type: 'object',
    required: [
      ...['partnerId', 'accountNumber', 'businessNumber', 'integrationGroupId', 'active', 'integrationProperties'],
      ...['updatedAt', 'version', 'bytes', 'p0'],
    ],
    properties: {
      partnerId: text,
      accountNumber: number,
      businessNumber: number,
      integrationGroupId: number,
      active: { type: 'boolean' },
      integrationProperties: {
        type: 'array',
        maxItems: MOST_PROPERTIES,
        items: {
          type: 'object',
          required: ['propertyKey', 'propertyValue'],
          properties: { propertyKey: text, propertyValue: text },
        },
      },
      updatedAt: text,
      version: { type: 'integer', minimum: 1 },
    },
  },
  exported: 'line',
  personal: false,
  events: { sends: ['INTEGRATION_UPDATED'], of: integrationEvents },
  counts: false,
  audit: { shows: 'names', id: ({ integrationGroupId }) => integrationGroupId },
  removal: { withLocation: goneWithLocation(MAPPING_PREFIX), withAccount: 'goes with its location' },
};

export const integrationCountEntity: Entity = {
  type: INTEGRATION_COUNT,
  keys: { pk: 'P#<partner>#BUSINESS#<number>', sk: 'INTEGRATIONS' },
  answers: 'How many mappings does this location have?',
  attributes: {
    type: 'object',
    required: ['partnerId', 'accountNumber', 'businessNumber', 'amount'],
    properties: {
      partnerId: text,
      accountNumber: number,
      businessNumber: number,
      amount: { type: 'integer', minimum: 0, maximum: MOST_MAPPINGS },
    },
  },
  exported: { with: INTEGRATION },
  personal: false,
  events: false,
  counts: false,
  audit: { not: 'follows from the mappings' },
  removal: { withLocation: goneWithLocation('INTEGRATIONS'), withAccount: 'goes with its location' },
};
