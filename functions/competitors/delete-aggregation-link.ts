/** DELETE …/{compAccountId}/{businessNumber}/aggregation/{aggregationId}: removes a review link of a competitor. */
import { deleteAggregationLink } from '../../lib/competitors/contracts/delete-aggregation-link.ts';
import { removeLinkIn } from '../../lib/competitors/links.ts';
import { links } from '../../lib/competitors/repository/links.ts';
import { ApiError } from '../../lib/http/api-error.ts';
import { endpoint } from '../../lib/http/endpoint.ts';

export const handler = endpoint(
  deleteAggregationLink,
  async ({ store, path: { compAccountId, businessNumber, aggregationId }, validateOnly }) => {
    const outcome = await removeLinkIn(store, {
      place: () => links(store).placeOf(compAccountId, businessNumber),
      id: aggregationId,
      validateOnly,
    });
    if (outcome !== 'done') throw new ApiError(outcome.refused);
    return {};
  },
);
