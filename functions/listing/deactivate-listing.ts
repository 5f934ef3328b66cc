/** POST /v1/listing/{businessNumber}/deactivate: takes a listing back. */
import * as laterErrors from '../../lib/contract/later-error-rows.ts';
import { savedOf } from '../../lib/http/api-error.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { versionError } from '../../lib/http/versions.ts';
import { deactivateListing } from '../../lib/listing/contracts/deactivate-listing.ts';
import { listingVersion } from '../../lib/listing/repository/listing.ts';
import { writeListing } from '../../lib/listing/write.ts';

export const handler = endpoint(deactivateListing, async ({ store, path, validateOnly, ifMatch }) => {
  const result = await writeListing(store, path.businessNumber, {
    precondition: (record) => versionError(ifMatch, listingVersion(record)),
    state: 'deactivated',
    validateOnly,
  });
  savedOf(result, laterErrors.businessNotFound);
  return {};
});
