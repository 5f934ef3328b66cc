/** POST /v1/listing/fix: publishes a listing that was deactivated. */
import * as errors from '../../lib/contract/error-rows.ts';
import * as laterErrors from '../../lib/contract/later-error-rows.ts';
import { ApiError } from '../../lib/http/api-error.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { requireVersion } from '../../lib/http/versions.ts';
import { listingMissing } from '../../lib/listing/contracts/listing-errors.ts';
import { publishListing } from '../../lib/listing/contracts/publish-listing.ts';
import { isOutOfUse, listingState, listingVersion } from '../../lib/listing/repository/listing.ts';
import { writeListing } from '../../lib/listing/write.ts';

export const handler = endpoint(publishListing, async ({ store, query, validateOnly, ifMatch }) => {
  const record = await writeListing(store, query.b_id, {
    validateOnly,
    judge: (found) => {
      if (isOutOfUse(found.business)) throw new ApiError(errors.statusNotChangeable);
      if (listingState(found) === 'none') throw new ApiError(listingMissing);
      requireVersion(ifMatch, listingVersion(found));
      return { state: 'published' };
    },
  });
  if (!record) throw new ApiError(laterErrors.businessNotFound);
  return {};
});
