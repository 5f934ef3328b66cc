/** POST /v1/listing/{businessNumber}/create: writes both sides of a location, and publishes it. */
import * as errors from '../../lib/contract/error-rows.ts';
import * as laterErrors from '../../lib/contract/later-error-rows.ts';
import { ApiError, refuse } from '../../lib/http/api-error.ts';
import { endpointWithRules } from '../../lib/http/endpoint.ts';
import { requireVersion, Versioned } from '../../lib/http/versions.ts';
import { createListing } from '../../lib/listing/contracts/create-listing.ts';
import { judgeSettled, listingJudging } from '../../lib/listing/judge.ts';
import { listingReply } from '../../lib/listing/reply.ts';
import { isOutOfUse, listingVersion } from '../../lib/listing/repository/listing.ts';
import { writeListing } from '../../lib/listing/write.ts';
import { unfitMedia } from '../../lib/media/repository/named.ts';

export const handler = endpointWithRules(
  createListing,
  listingJudging,
  async ({ store, path, prepared, validateOnly, ifMatch }) => {
    const unfit = await unfitMedia(store, path.businessNumber, prepared.sent);
    if (unfit.length > 0) refuse(unfit);
    const record = await writeListing(store, path.businessNumber, {
      validateOnly,
      judge: (found) => {
        if (isOutOfUse(found.business)) throw new ApiError(errors.statusNotChangeable);
        requireVersion(ifMatch, listingVersion(found));
        const { violations, writes } = judgeSettled(prepared, found);
        if (violations.length > 0) refuse(violations);
        return { writes, state: 'published' };
      },
    });
    if (!record) throw new ApiError(laterErrors.businessNotFound);
    return new Versioned(listingReply(record), listingVersion(record));
  },
);
