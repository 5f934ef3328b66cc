/** POST /v1/competitors/review/metrics: how good the competitors of an account or a location are. */
import { reviewMetrics } from '../../lib/competitors/contracts/review-metrics.ts';
import { metricsIn } from '../../lib/competitors/read.ts';
import { validatedMetrics } from '../../lib/competitors/rules/query.ts';
import { ApiError } from '../../lib/http/api-error.ts';
import { endpointWithRules } from '../../lib/http/endpoint.ts';

export const handler = endpointWithRules(
  reviewMetrics,
  { prepare: validatedMetrics },
  async ({ store, headers, query: { sortOrder = 0 }, window, prepared: query }) => {
    const found = await metricsIn(store, {
      number: headers['x-business-number'],
      query,
      window: window!,
      highestFirst: sortOrder === 1,
    });
    if ('refused' in found) throw new ApiError(found.refused);
    return found.rows;
  },
);
