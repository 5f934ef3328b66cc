/** Update hierarchy: where a location stands among the levels of its account. */
import * as errors from '../../contract/error-rows.ts';
import { recordTooLarge } from '../../contract/errors.ts';
import type { Contract } from '../../contract/operation.ts';
import { addressed } from '../../contract/parameters.ts';

export const updateHierarchy = {
  id: 'updateHierarchy',
  module: 'business',
  method: 'POST',
  path: '/v1/business/business-hierarchy/location/update-mapping/{businessId}',
  summary: 'Update the hierarchy of a location',
  tag: 'Hierarchy',
  description: `Maps a location to values of the hierarchy levels of its account: \`{"Region": "West", "City": "Portland"}\`.

- The body is the whole mapping: levels that are left out are lost, and \`{}\` clears it.
- A level is named as the account names it, in \`hierarchyLevels\` of get business; any other is 1363.
- A value is one line of 1 to 250 characters; a blank one is a 400.`,
  pathParameters: { businessId: addressed(errors.businessInvalid, 'The business number of the location') },
  writes: true,
  lasting: true,
  ifMatch: true,
  request: {
    title: 'HierarchyMapping',
    type: 'object',
    'x-read': 'opaque',
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
  // The last for a mapping that is sent as it stands under an idempotency key.
  access: ['BatchGetItem', 'GetItem', 'UpdateItem', 'ConditionCheckItem'],
} as const satisfies Contract;
