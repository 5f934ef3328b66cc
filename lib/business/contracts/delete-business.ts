/** Delete business: a location, or an account that has none. */
import * as errors from '../../contract/error-rows.ts';
import * as laterErrors from '../../contract/later-error-rows.ts';
import type { Contract } from '../../contract/operation.ts';
import { addressed } from '../../contract/parameters.ts';

export const deleteBusiness = {
  id: 'deleteBusiness',
  module: 'business',
  method: 'DELETE',
  path: '/v1/business/{businessId}',
  summary: 'Delete business',
  tag: 'Businesses',
  description: `Deletes a location, or an account without locations and sub-accounts. It is gone from every answer at once,
and what belongs to it within a minute: of a location its menu and its review links of competitors, and contacts lose their
mapping to it; of an account its contacts and competitors. Its number stays the partner's and is not assigned again.

Deleting an account takes a second longer: it is closed to new locations first, and looked through once more. Sent again
after it was done, the request is answered with a 404; under an \`Idempotency-Key\` it is answered as the first time.`,
  pathParameters: { businessId: addressed(laterErrors.businessNotFound, 'The number of the location or account') },
  reply: { title: 'Deleted', type: 'object', properties: {}, description: 'Always empty' },
  errors: {
    accountHasChildren: errors.accountHasChildren,
    statusNotChangeable: errors.statusNotChangeable,
    businessNotFound: laterErrors.businessNotFound,
  },
  access: ['BatchGetItem', 'Query', 'PutItem', 'UpdateItem', 'DeleteItem'],
  writes: true,
  lasting: true,
  ifMatch: true,
} as const satisfies Contract;
