/** Set service mapping: which services each alpha category of a location has. */
import * as errors from '../../contract/error-rows.ts';
import type { Contract } from '../../contract/operation.ts';
import { MOST_MAPPED } from '../rules/mapping-rules.ts';
import { location } from './shared-schemas.ts';

export const setServiceMapping = {
  id: 'setServiceMapping',
  module: 'services',
  method: 'POST',
  path: '/v1/alpha-services/services/location-mapping',
  summary: 'Set service mapping',
  tag: 'Services',
  description: `Sets the services that a location offers, by alpha category: \`{"Coffee shop": ["SERV512345678901234"]}\`.

- The body is the complete mapping: categories that you omit lose their services, and \`{}\` clears it.
- A category is the primary or an additional alpha category of the location, case-insensitive (2496). Sending one in two spellings returns
  400.
- A category has at most ${MOST_MAPPED} services; repeated ids count once. A service can be in several categories.
- The message of 2494 and 2496 names the service or the category.`,
  query: location,
  writes: true,
  lasting: true,
  request: {
    title: 'ServiceMappingToSet',
    type: 'object',
    'x-read': 'opaque',
    'x-limits': { additionalProperties: { type: 'array', items: { type: 'string' }, maxItems: MOST_MAPPED } },
    description: 'The ids of the services of each category, by the name of the category',
    examples: [{ 'Coffee shop': ['SERV512345678901234'] }],
  },
  reply: { title: 'ServiceMappingSet', type: 'object', properties: {}, description: 'Always empty' },
  errors: {
    businessInvalid: errors.businessInvalid,
    categoryNotAtLocation: errors.categoryNotAtLocation,
    serviceNotFound: errors.serviceNotFound,
  },
  access: ['BatchGetItem', 'GetItem', 'PutItem', 'UpdateItem', 'ConditionCheckItem'],
} as const satisfies Contract;
