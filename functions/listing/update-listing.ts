/** PUT /v1/listing/{businessNumber}/update: writes both sides of a location of which a listing was created. */
import * as laterErrors from '../../lib/contract/later-error-rows.ts';
import { ApiError, savedOf } from '../../lib/http/api-error.ts';
import { endpointWithRules } from '../../lib/http/endpoint.ts';
import { Versioned, versionError } from '../../lib/http/versions.ts';
import { listingBodyOf, listingRules } from '../../lib/listing/body-rules.ts';
import { listingMissing } from '../../lib/listing/contracts/listing-errors.ts';
import { updateListing } from '../../lib/listing/contracts/update-listing.ts';
import { listingReply } from '../../lib/listing/reply.ts';
import { listingState, listingVersion } from '../../lib/listing/repository/listing.ts';
import { writeListing } from '../../lib/listing/write.ts';

export const handler = endpointWithRules(
  updateListing,
  listingRules,
  async ({ store, path, prepared: fields, validateOnly, ifMatch }) => {
    const result = await writeListing(store, path.businessNumber, {
      precondition: (record) =>
        listingState(record) === 'none' ? new ApiError(listingMissing) : versionError(ifMatch, listingVersion(record)),
      fields: listingBodyOf(fields),
      validateOnly,
    });
    const record = savedOf(result, laterErrors.businessNotFound);
    return new Versioned(listingReply(record), listingVersion(record));
  },
);
