/** Update hierarchy: sets the values of a location for its account's hierarchy levels. */
import * as errors from '../../contract/error-rows.ts';
import { recordTooLarge } from '../../contract/errors.ts';
import type { Contract } from '../../contract/operation.ts';
import { addressed } from '../../contract/parameters.ts';
import { MOST_CHARACTERS } from '../rules/mapping.ts';

export const updateHierarchy = {
  id: 'updateHierarchy',
  module: 'business',
  method: 'POST',
  path: '/v1/business/business-hierarchy/location/update-mapping/{businessId}',
  summary: 'Update the hierarchy of a location',
  tag: 'Hierarchy',
  description: `Maps a location to values of the hierarchy levels of its account: \`{"Region": "West", "City": "Portland"}\`.

- The body replaces the entire mapping: omitted levels are removed, and \`{}\` clears it.
- Use the level names in \`hierarchyLevels\` of get business; any other name returns 1363.
- A value is one line of 1 to 250 characters; a blank one returns 400.`,
  pathParameters: { businessId: addressed(errors.businessInvalid, 'The business number of the location') },
  writes: true,
  lasting: true,
  ifMatch: true,
  request: {
    title: 'HierarchyMapping',
    type: 'object',
    'x-read': 'opaque',
    'x-limits': { additionalProperties: { type: 'string', minLength: 1, maxLength: MOST_CHARACTERS } },
    description: 'The value of each level, by the name of the level',
    examples: [{ Region: 'West', State: 'Oregon', City: 'Portland' }],
  },
  reply: { title: 'HierarchyMapped', type: 'object', properties: {}, description: 'Always empty' },
  errors: {
    businessInvalid: errors.businessInvalid,
    notALocation: errors.notALocation,
    levelUnknown: errors.levelUnknown,
    recordTooLarge,
  },
  // `ConditionCheckItem` serves an unchanged mapping under an idempotency key.
  access: ['BatchGetItem', 'GetItem', 'UpdateItem', 'ConditionCheckItem'],
} as const satisfies Contract;
