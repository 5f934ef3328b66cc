/** POST /v1/review/businessId/{businessId}: what customers wrote of a location or an account, the newest first. */
import * as errors from '../../lib/contract/error-rows.ts';
import { businessUnknown } from '../../lib/contract/errors.ts';
import { ApiError } from '../../lib/http/api-error.ts';
import { endpointWithRules } from '../../lib/http/endpoint.ts';
import { getReviews, pageTooLarge, searchTooWide } from '../../lib/reviews/contracts/get-reviews.ts';
import { placeOfReviews } from '../../lib/reviews/place.ts';
import { reviewReply } from '../../lib/reviews/reply.ts';
import { reviews } from '../../lib/reviews/repository/reviews.ts';
import { validatedChoice } from '../../lib/reviews/rules/choice.ts';

export const handler = endpointWithRules(
  getReviews,
  { prepare: validatedChoice },
  async ({ store, path, query: { sindex, count }, body: { subBusinessIds }, prepared }) => {
    const window = { start: sindex, end: sindex + count };
    const place = await placeOfReviews(store, path.businessId, subBusinessIds);
    if (!place) throw new ApiError(errors.businessInvalid);
    if ('unknown' in place) throw new ApiError(businessUnknown(place.unknown));
    const found = await reviews(store).find(place, prepared, window);
    if ('refused' in found) throw new ApiError(found.refused === 'too-wide' ? searchTooWide : pageTooLarge);
    return found.reviews.map(reviewReply);
  },
);
