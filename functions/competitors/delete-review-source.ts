/** DELETE /v1/aggregation/business/{businessId}/aggregation/{aggregationId}: removes a review source of a location. */
import { deleteReviewSource } from '../../lib/competitors/contracts/delete-review-source.ts';
import { removeLinkIn } from '../../lib/competitors/links.ts';
import { links } from '../../lib/competitors/repository/links.ts';
import { ApiError } from '../../lib/http/api-error.ts';
import { endpoint } from '../../lib/http/endpoint.ts';

export const handler = endpoint(
  deleteReviewSource,
  async ({ store, path: { businessId, aggregationId }, validateOnly }) => {
    const place = () => links(store).locationOf(businessId);
    const outcome = await removeLinkIn(store, { place, id: aggregationId, validateOnly });
    if (outcome !== 'done') throw new ApiError(outcome.refused);
    return {};
  },
);
