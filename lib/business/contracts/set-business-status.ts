/** Set business status: activates or deactivates a location or an account. */
import * as errors from '../../contract/error-rows.ts';
import { notPossible } from '../../contract/errors.ts';
import * as laterErrors from '../../contract/later-error-rows.ts';
import type { Contract } from '../../contract/operation.ts';
import { addressed } from '../../contract/parameters.ts';

export const suspendedStays = notPossible("You can't change the status of a suspended business");

export const setBusinessStatus = {
  id: 'setBusinessStatus',
  module: 'business',
  method: 'PUT',
  path: '/v1/business/{businessId}/status',
  summary: 'Set business status',
  tag: 'Businesses',
  description: `Activates or deactivates a location or an account. This is the activation status, not the \`businessStatus\` of the
profile.

- A status that is already set returns 2154 or 2155. A suspended business stays suspended: 1184.
- The locations of an account keep their own status. You can still read and update an inactive business.
- Send \`If-Match\` with the \`ETag\` of get business so that you don't overwrite another change.`,
  pathParameters: { businessId: addressed(laterErrors.businessNotFound, 'The number of the location or account') },
  query: {
    astatus: {
      required: true,
      description: 'New status: active or inactive',
      schema: { enum: ['active', 'inactive'], 'x-blank': 'check' },
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
    statusNotChangeable: suspendedStays,
    activeAlready: errors.activeAlready,
    inactiveAlready: errors.inactiveAlready,
  },
  access: ['BatchGetItem', 'UpdateItem'],
} as const satisfies Contract;
