/** Create listing: writes the profile and the listing fields of a location, and publishes the listing. */
import { notPossible } from '../../contract/errors.ts';
import * as laterErrors from '../../contract/later-error-rows.ts';
import type { Contract } from '../../contract/operation.ts';
import { addressed } from '../../contract/parameters.ts';
import { listingBody } from './listing-body.ts';
import { listingErrors } from './listing-errors.ts';
import { answeredListing } from './listing-reply.ts';

export const notListed = notPossible("You can't create a listing for an inactive or suspended location");

export const createListing = {
  id: 'createListing',
  module: 'listing',
  method: 'POST',
  path: '/v1/listing/{businessNumber}/create',
  summary: 'Create listing',
  tag: 'Listings',
  description: `Creates a listing and publishes it. While it is published, \`businessStatus\` and the opening-soon date can't be changed
(2511, 2512). If the listing is already published, it is updated. You can't create a listing for an inactive or
suspended location: 1184.

A listing and the profile of update business share their fields: what you write to one you read from the other, and
the rules of update business apply, with status 400. Fields you omit keep their values, blank ones are cleared. The
stricter limits of listings apply only to fields you send.`,
  pathParameters: { businessNumber: addressed(laterErrors.businessNotFound, 'The business number of the location') },
  writes: true,
  lasting: true,
  etag: true,
  ifMatch: true,
  request: listingBody,
  reply: answeredListing,
  sentBack: answeredListing,
  errors: { ...listingErrors, statusNotChangeable: notListed },
  access: ['BatchGetItem', 'PutItem', 'UpdateItem'],
} as const satisfies Contract;
