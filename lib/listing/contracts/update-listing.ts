/** Update listing: writes both sides of a location of which a listing was created. */
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
  description: `Writes a listing that was created, in the state in which it is, and answers it as it then stands.

The body and its rules are those of create listing. Send \`If-Match\` with the \`ETag\` of the last answer to update only what
you have seen: it names the version of the profile and of what lies beside it.`,
  pathParameters: { businessNumber: addressed(laterErrors.businessNotFound, 'The business number of the location') },
  writes: true,
  etag: true,
  ifMatch: true,
  request: listingBody,
  reply: answeredListing,
  errors: { ...listingErrors, listingMissing },
  access: ['BatchGetItem', 'PutItem', 'UpdateItem'],
} as const satisfies Contract;
