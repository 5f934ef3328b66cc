/** Set business status: switches a location or an account on or off. */
import * as errors from '../../contract/error-rows.ts';
import * as laterErrors from '../../contract/later-error-rows.ts';
import type { Contract } from '../../contract/operation.ts';
import { addressed } from '../../contract/parameters.ts';

export const setBusinessStatus = {
  id: 'setBusinessStatus',
  module: 'business',
  method: 'PUT',
  path: '/v1/business/{businessId}/status',
  summary: 'Set business status',
  tag: 'Businesses',
  description: `Switches a location or an account to active or inactive. This is its activation, not its \`businessStatus\`.

- What is so already is refused: 2154, 2155. What is suspended stays so: 1184.
- The locations of an account keep their own status. What is inactive can still be read and written.
- Send \`If-Match\` with the \`ETag\` of get business to switch only what you have seen.`,
  pathParameters: { businessId: addressed(laterErrors.businessNotFound, 'The number of the location or account') },
  query: {
    astatus: {
      required: true,
      description: 'What it is to be: active or inactive',
      schema: { enum: ['active', 'inactive'], 'x-blank': 'judge' },
      error: errors.statusInvalid,
    },
  },
  writes: true,
  lasting: true,
  ifMatch: true,
  reply: { title: 'StatusSet', type: 'object', properties: {} },
  errors: {
    businessNotFound: laterErrors.businessNotFound,
    statusInvalid: errors.statusInvalid,
    statusNotChangeable: errors.statusNotChangeable,
    activeAlready: errors.activeAlready,
    inactiveAlready: errors.inactiveAlready,
  },
  access: ['BatchGetItem', 'UpdateItem'],
} as const satisfies Contract;
