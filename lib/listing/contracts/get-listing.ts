/** Get listing: both sides of a location, as they are stored. */
import * as laterErrors from '../../contract/later-error-rows.ts';
import type { Contract } from '../../contract/operation.ts';
import { addressed } from '../../contract/parameters.ts';
import { answeredListing } from './listing-reply.ts';

export const getListing = {
  id: 'getListing',
  module: 'listing',
  method: 'GET',
  path: '/v1/listing/{businessNumber}/get',
  summary: 'Get listing',
  tag: 'Listings',
  description: `The published side of a location: its profile in the spelling of a listing, and what the profile lacks. Every
field is there; one that was never set is empty or \`null\`. A location of which no listing was created answers its profile so,
with the \`listingState\` none. The listing of a location that is inactive is shown as deactivated.

What is answered can be sent to update listing, which then changes nothing.`,
  pathParameters: { businessNumber: addressed(laterErrors.businessNotFound, 'The business number of the location') },
  etag: true,
  reply: answeredListing,
  errors: { businessNotFound: laterErrors.businessNotFound },
  access: ['BatchGetItem'],
} as const satisfies Contract;
