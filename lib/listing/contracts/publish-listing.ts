/** Publish listing: publishes a deactivated listing again. */
import { notPossible } from '../../contract/errors.ts';
import * as laterErrors from '../../contract/later-error-rows.ts';
import type { Contract } from '../../contract/operation.ts';
import { addressed } from '../../contract/parameters.ts';
import { listingMissing } from './listing-errors.ts';

export const notPublished = notPossible("You can't publish the listing of an inactive or suspended location");

export const publishListing = {
  id: 'publishListing',
  module: 'listing',
  method: 'POST',
  path: '/v1/listing/fix',
  summary: 'Publish listing',
  tag: 'Listings',
  description: `Publishes a deactivated listing as it is stored: its status and its opening-soon date can't be changed any more (2511,
2512). A listing that is already published returns 200. An inactive or suspended location returns 1184. A location
without a listing returns 1175, with a message that says so.`,
  query: { b_id: addressed(laterErrors.businessNotFound, 'The business number of the location') },
  writes: true,
  lasting: true,
  ifMatch: true,
  reply: { title: 'ListingPublished', type: 'object', properties: {}, description: 'Always empty' },
  errors: {
    businessNotFound: laterErrors.businessNotFound,
    listingMissing,
    statusNotChangeable: notPublished,
  },
  access: ['BatchGetItem', 'ConditionCheckItem', 'PutItem', 'UpdateItem'],
} as const satisfies Contract;
