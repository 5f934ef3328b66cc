/** GET /v1/review/businessid/{businessId}/summary: how many reviews there are by source and rating. */
import * as errors from '../../lib/contract/error-rows.ts';
import { ApiError } from '../../lib/http/api-error.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { counts } from '../../lib/insight/repository/counts.ts';
import { accounts } from '../../lib/partners/repository/account.ts';
import { reviewSummary } from '../../lib/reviews/contracts/review-summary.ts';
import { summaryReply } from '../../lib/reviews/reply.ts';

export const handler = endpoint(reviewSummary, async ({ store, path: { businessId } }) => {
  const [accountNumber, counted] = await Promise.all([
    accounts(store).named(businessId),
    counts(store).totals([businessId]),
  ]);
  if (accountNumber === undefined) throw new ApiError(errors.businessInvalid);
  return summaryReply(counted.get(businessId)?.reviews ?? []);
});
