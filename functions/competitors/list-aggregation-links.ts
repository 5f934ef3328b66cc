/** GET /v1/aggregation/competitor/{compAccountId}/{businessNumber}: the review links of a competitor location. */
import { listAggregationLinks } from '../../lib/competitors/contracts/list-aggregation-links.ts';
import { linksIn } from '../../lib/competitors/links.ts';
import { aggregationReply } from '../../lib/competitors/reply.ts';
import { links } from '../../lib/competitors/repository/links.ts';
import * as errors from '../../lib/contract/error-rows.ts';
import { ApiError } from '../../lib/http/api-error.ts';
import { endpoint } from '../../lib/http/endpoint.ts';

export const handler = endpoint(listAggregationLinks, async ({ store, path: { compAccountId, businessNumber } }) => {
  const found = await linksIn(store, () => links(store).placeOf(compAccountId, businessNumber));
  if (!found) throw new ApiError(errors.businessInvalid);
  return found.map(aggregationReply);
});
