/** Update listing: writes the profile and the listing fields of a location that has a listing. */
import * as laterErrors from '../../contract/later-error-rows.ts';
import type { Contract } from '../../contract/operation.ts';
import { addressed } from '../../contract/parameters.ts';
import { listingBody } from './listing-body.ts';
import { listingErrors, listingMissing } from './listing-errors.ts';
import { answeredListing } from './listing-reply.ts';

export const updateListing = {
  id: 'updateListing',
  module: 'listing',
  method: 'PUT',
  path: '/v1/listing/{businessNumber}/update',
  summary: 'Update listing',
  tag: 'Listings',
  description: `Updates a listing and returns it. Its state is kept.

The body and its rules are those of create listing. Send \`If-Match\` with the last \`ETag\` so that you don't overwrite
another change: it covers the listing and the profile.`,
  pathParameters: { businessNumber: addressed(laterErrors.businessNotFound, 'The business number of the location') },
  writes: true,
  etag: true,
  ifMatch: true,
  request: listingBody,
  reply: answeredListing,
  sentBack: answeredListing,
  errors: { ...listingErrors, listingMissing },
  access: ['BatchGetItem', 'PutItem', 'UpdateItem'],
} as const satisfies Contract;
