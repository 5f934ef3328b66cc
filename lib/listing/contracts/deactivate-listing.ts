/** Deactivate listing: takes a published listing offline. */
import * as laterErrors from '../../contract/later-error-rows.ts';
import type { Contract } from '../../contract/operation.ts';
import { addressed } from '../../contract/parameters.ts';

export const deactivateListing = {
  id: 'deactivateListing',
  module: 'listing',
  method: 'POST',
  path: '/v1/listing/{businessNumber}/deactivate',
  summary: 'Deactivate listing',
  tag: 'Listings',
  description: `Deactivates a published listing: its status and its opening-soon date can be changed again. Nothing else changes, and
publish listing publishes it again. A listing that is already deactivated, or was never created, returns 200 too.`,
  pathParameters: { businessNumber: addressed(laterErrors.businessNotFound, 'The business number of the location') },
  writes: true,
  lasting: true,
  ifMatch: true,
  reply: { title: 'ListingDeactivated', type: 'object', properties: {}, description: 'Always empty' },
  errors: { businessNotFound: laterErrors.businessNotFound },
  access: ['BatchGetItem', 'ConditionCheckItem', 'PutItem', 'UpdateItem'],
} as const satisfies Contract;
