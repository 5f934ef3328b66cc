/** Create listing: writes both sides of a location, and publishes it. */
import * as errors from '../../contract/error-rows.ts';
import * as laterErrors from '../../contract/later-error-rows.ts';
import type { Contract } from '../../contract/operation.ts';
import { addressed } from '../../contract/parameters.ts';
import { listingBody } from './listing-body.ts';
import { listingErrors } from './listing-errors.ts';
import { answeredListing } from './listing-reply.ts';

export const createListing = {
  id: 'createListing',
  module: 'listing',
  method: 'POST',
  path: '/v1/listing/{businessNumber}/create',
  summary: 'Create listing',
  tag: 'Listings',
  description: `Writes a listing and publishes it: from then on its \`businessStatus\` and its opening-soon date are fixed (2511,
2512). Creating a listing that is published already is an update. Of a location that is inactive or suspended none is created:
1184.

A listing and the profile of update business are one record: what one writes the other shows, and the rules of update
business hold here, with status 400. A field that is left out stays as it is stored, and a blank one is cleared; stricter
limits judge only what is sent.`,
  pathParameters: { businessNumber: addressed(laterErrors.businessNotFound, 'The business number of the location') },
  writes: true,
  lasting: true,
  etag: true,
  ifMatch: true,
  request: listingBody,
  reply: answeredListing,
  errors: { ...listingErrors, statusNotChangeable: errors.statusNotChangeable },
  access: ['BatchGetItem', 'PutItem', 'UpdateItem'],
} as const satisfies Contract;
