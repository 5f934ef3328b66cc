/** GET /v1/listing/{businessNumber}/get: both sides of a location. */

import * as laterErrors from '../../lib/contract/later-error-rows.ts';
import { ApiError } from '../../lib/http/api-error.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { Versioned } from '../../lib/http/versions.ts';
import { getListing } from '../../lib/listing/contracts/get-listing.ts';
import { listingReply } from '../../lib/listing/reply.ts';
import { listings, listingVersion } from '../../lib/listing/repository/listing.ts';

export const handler = endpoint(getListing, async ({ store, path }) => {
  const record = await listings(store).find(path.businessNumber);
  if (!record) throw new ApiError(laterErrors.businessNotFound);
  return new Versioned(listingReply(record), listingVersion(record));
});
