/** Publish listing: puts a listing that was deactivated back. */
import * as errors from '../../contract/error-rows.ts';
import * as laterErrors from '../../contract/later-error-rows.ts';
import type { Contract } from '../../contract/operation.ts';
import { addressed } from '../../contract/parameters.ts';
import { listingMissing } from './listing-errors.ts';

export const publishListing = {
  id: 'publishListing',
  module: 'listing',
  method: 'POST',
  path: '/v1/listing/fix',
  summary: 'Publish listing',
  tag: 'Listings',
  description: `Publishes a listing that was deactivated, as it is stored: its status and its opening-soon date are fixed again
(2511, 2512). One that is published already stays so. A location that is inactive or suspended is 1184, and one of which no
listing was created 1175, with a message that says so.`,
  query: { b_id: addressed(laterErrors.businessNotFound, 'The business number of the location') },
  writes: true,
  lasting: true,
  ifMatch: true,
  reply: { title: 'ListingPublished', type: 'object', properties: {}, description: 'Always empty' },
  errors: {
    businessNotFound: laterErrors.businessNotFound,
    listingMissing,
    statusNotChangeable: errors.statusNotChangeable,
  },
  access: ['BatchGetItem', 'ConditionCheckItem', 'PutItem', 'UpdateItem'],
} as const satisfies Contract;
