/** POST /v1/listing/{businessNumber}/create: writes both sides of a location, and publishes it. */
import * as laterErrors from '../../lib/contract/later-error-rows.ts';
import { ApiError, savedOf } from '../../lib/http/api-error.ts';
import { endpointWithRules } from '../../lib/http/endpoint.ts';
import { Versioned, versionError } from '../../lib/http/versions.ts';
import { listingBodyOf, listingRules } from '../../lib/listing/body-rules.ts';
import { createListing, notListed } from '../../lib/listing/contracts/create-listing.ts';
import { listingReply } from '../../lib/listing/reply.ts';
import { isOutOfUse, listingVersion } from '../../lib/listing/repository/listing.ts';
import { writeListing } from '../../lib/listing/write.ts';

export const handler = endpointWithRules(
  createListing,
  listingRules,
  async ({ store, path, prepared: fields, validateOnly, ifMatch }) => {
    const result = await writeListing(store, path.businessNumber, {
      precondition: (record) =>
        isOutOfUse(record.business) ? new ApiError(notListed) : versionError(ifMatch, listingVersion(record)),
      fields: listingBodyOf(fields),
      state: 'published',
      validateOnly,
    });
    const record = savedOf(result, laterErrors.businessNotFound);
    return new Versioned(listingReply(record), listingVersion(record));
  },
);
