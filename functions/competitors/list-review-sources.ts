/** GET /v1/aggregation/business/{businessId}: the review sources of a location. */
import { listReviewSources } from '../../lib/competitors/contracts/list-review-sources.ts';
import { linksIn } from '../../lib/competitors/links.ts';
import { sourceReply } from '../../lib/competitors/reply.ts';
import { links } from '../../lib/competitors/repository/links.ts';
import * as errors from '../../lib/contract/error-rows.ts';
import { ApiError } from '../../lib/http/api-error.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { counts } from '../../lib/insight/repository/counts.ts';

export const handler = endpoint(listReviewSources, async ({ store, path: { businessId } }) => {
  const [found, counted] = await Promise.all([
    linksIn(store, () => links(store).locationOf(businessId)),
    counts(store).totals([businessId]),
  ]);
  if (!found) throw new ApiError(errors.businessInvalid);
  const rated = counted.get(businessId)?.reviews ?? [];
  return found.map((each) => sourceReply(each, rated));
});
