/** POST /v1/listing/fix: publishes a listing that was deactivated. */
import * as laterErrors from '../../lib/contract/later-error-rows.ts';
import { ApiError, savedOf } from '../../lib/http/api-error.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { versionError } from '../../lib/http/versions.ts';
import { listingMissing } from '../../lib/listing/contracts/listing-errors.ts';
import { notPublished, publishListing } from '../../lib/listing/contracts/publish-listing.ts';
import { isOutOfUse, listingState, listingVersion } from '../../lib/listing/repository/listing.ts';
import { writeListing } from '../../lib/listing/write.ts';

export const handler = endpoint(publishListing, async ({ store, query, validateOnly, ifMatch }) => {
  const result = await writeListing(store, query.b_id, {
    precondition: (record) => {
      if (isOutOfUse(record.business)) return new ApiError(notPublished);
      if (listingState(record) === 'none') return new ApiError(listingMissing);
      return versionError(ifMatch, listingVersion(record));
    },
    state: 'published',
    validateOnly,
  });
  savedOf(result, laterErrors.businessNotFound);
  return {};
});
