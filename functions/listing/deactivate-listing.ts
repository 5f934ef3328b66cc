/** POST /v1/listing/{businessNumber}/deactivate: takes a listing back. */
import * as laterErrors from '../../lib/contract/later-error-rows.ts';
import { ApiError } from '../../lib/http/api-error.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { requireVersion } from '../../lib/http/versions.ts';
import { deactivateListing } from '../../lib/listing/contracts/deactivate-listing.ts';
import { listingState, listingVersion } from '../../lib/listing/repository/listing.ts';
import { writeListing } from '../../lib/listing/write.ts';

export const handler = endpoint(deactivateListing, async ({ store, path, validateOnly, ifMatch }) => {
  const record = await writeListing(store, path.businessNumber, {
    validateOnly,
    judge: (found) => {
      requireVersion(ifMatch, listingVersion(found));
      return listingState(found) === 'published' ? { state: 'deactivated' } : {};
    },
  });
  if (!record) throw new ApiError(laterErrors.businessNotFound);
  return {};
});
