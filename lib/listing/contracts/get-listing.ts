/** Get listing: the stored profile and listing fields of a location. */
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
  description: `Returns the published side of a location: its profile in the form of a listing, and the fields that the profile lacks.
All fields are present; those never set are empty or \`null\`. A location without a listing returns its profile with the
\`listingState\` none. The listing of an inactive location is shown as deactivated.

You can send the response back to update listing: the request succeeds and changes nothing.`,
  pathParameters: { businessNumber: addressed(laterErrors.businessNotFound, 'The business number of the location') },
  etag: true,
  reply: answeredListing,
  errors: { businessNotFound: laterErrors.businessNotFound },
  access: ['BatchGetItem'],
} as const satisfies Contract;
