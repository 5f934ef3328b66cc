/** Delete business: a location, or an account without locations. */
import * as errors from '../../contract/error-rows.ts';
import { notPossible } from '../../contract/errors.ts';
import * as laterErrors from '../../contract/later-error-rows.ts';
import type { Contract } from '../../contract/operation.ts';
import { addressed } from '../../contract/parameters.ts';

export const suspendedKept = notPossible("You can't delete a suspended business");

export const deleteBusiness = {
  id: 'deleteBusiness',
  module: 'business',
  method: 'DELETE',
  path: '/v1/business/{businessId}',
  summary: 'Delete business',
  tag: 'Businesses',
  description: `Deletes a location, or an account without locations and sub-accounts. It disappears from all responses immediately. What
belongs to it follows within a minute: the menu of a location, its review links of competitors and the mappings of
contacts to it; the contacts and competitors of an account. The number is not assigned again.

Deleting an account takes a second longer, because the account is closed to new locations and checked again. A
repeated request returns 404; with the same \`Idempotency-Key\` it returns the first response.`,
  pathParameters: { businessId: addressed(laterErrors.businessNotFound, 'The number of the location or account') },
  reply: { title: 'Deleted', type: 'object', properties: {}, description: 'Always empty' },
  errors: {
    accountHasChildren: errors.accountHasChildren,
    statusNotChangeable: suspendedKept,
    businessNotFound: laterErrors.businessNotFound,
  },
  access: ['BatchGetItem', 'Query', 'PutItem', 'UpdateItem', 'DeleteItem'],
  writes: true,
  lasting: true,
  ifMatch: true,
} as const satisfies Contract;
