/** PUT /v1/listing/{businessNumber}/update: writes both sides of a location of which a listing was created. */
import * as laterErrors from '../../lib/contract/later-error-rows.ts';
import { ApiError, refuse } from '../../lib/http/api-error.ts';
import { endpointWithRules } from '../../lib/http/endpoint.ts';
import { requireVersion, Versioned } from '../../lib/http/versions.ts';
import { listingMissing } from '../../lib/listing/contracts/listing-errors.ts';
import { updateListing } from '../../lib/listing/contracts/update-listing.ts';
import { judgeSettled, listingJudging } from '../../lib/listing/judge.ts';
import { listingReply } from '../../lib/listing/reply.ts';
import { listingState, listingVersion } from '../../lib/listing/repository/listing.ts';
import { writeListing } from '../../lib/listing/write.ts';
import { unfitMedia } from '../../lib/media/repository/named.ts';

export const handler = endpointWithRules(
  updateListing,
  listingJudging,
  async ({ store, path, prepared, validateOnly, ifMatch }) => {
    const unfit = await unfitMedia(store, path.businessNumber, prepared.sent);
    if (unfit.length > 0) refuse(unfit);
    const record = await writeListing(store, path.businessNumber, {
      validateOnly,
      judge: (found) => {
        if (listingState(found) === 'none') throw new ApiError(listingMissing);
        requireVersion(ifMatch, listingVersion(found));
        const { violations, writes } = judgeSettled(prepared, found);
        if (violations.length > 0) refuse(violations);
        return { writes };
      },
    });
    if (!record) throw new ApiError(laterErrors.businessNotFound);
    return new Versioned(listingReply(record), listingVersion(record));
  },
);
