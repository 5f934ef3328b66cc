/** DELETE /v1/business/{businessId}/competitors/{competitorId}: deletes a competitor location, or an empty brand. */
import { deleteCompetitor } from '../../lib/competitors/contracts/delete-competitor.ts';
import { deleteCompetitorIn } from '../../lib/competitors/delete.ts';
import { ApiError } from '../../lib/http/api-error.ts';
import { endpoint } from '../../lib/http/endpoint.ts';

export const handler = endpoint(
  deleteCompetitor,
  async ({ store, path: { businessId, competitorId }, validateOnly }) => {
    const outcome = await deleteCompetitorIn(store, { businessId, competitorId, validateOnly });
    if (outcome !== 'done') throw new ApiError(outcome.refused);
    return {};
  },
);
