/** What the mapping of a location declares (lib/entities.ts). */
import type { Entity } from '../../dynamodb/table/entity.ts';
import { deletionsAt } from '../../dynamodb/writes/dependent-items.ts';
import { mappingEvents } from '../events.ts';
import { mappingKey, SERVICE_MAPPING } from './mapping.ts';

const number = { type: 'integer' } as const;
const text = { type: 'string' } as const;

export const serviceMappingEntity: Entity = {
  type: SERVICE_MAPPING,
  keys: {
    pk: 'P#<partner>#BUSINESS#<number>',
    sk: 'SERVICES',
    index: ['P#<partner>#ACCOUNT#<account>#SERVICEMAPPINGS', '<number>'],
  },
  answers: 'Which services does this location offer in each alpha category?',
  attributes: {
    type: 'object',
    required: ['businessNumber', 'accountNumber', 'partnerId', 'mapping', 'version', 'bytes', 'p0'],
    properties: {
      businessNumber: number,
      accountNumber: number,
      partnerId: text,
      mapping: {
        type: 'array',
        items: {
          type: 'object',
          required: ['category', 'services'],
          properties: { category: text, services: { type: 'string', pattern: '^[0-9]{15}(?: [0-9]{15})*$' } },
        },
      },
      version: { type: 'integer', minimum: 1 },
    },
  },
  exported: 'line',
  personal: false,
  events: { sends: ['SERVICE_MAPPING_CHANGED'], of: mappingEvents },
  counts: false,
  audit: 'values',
  removal: {
    // It goes with the record, at once; what lies here came at the same time.
    withLocation: async function* ({ table, partnerId }, { number: businessNumber }) {
      const { pk, sk } = mappingKey(partnerId, businessNumber);
      yield* deletionsAt(table, pk, sk);
    },
    withAccount: 'goes with its location',
  },
};
