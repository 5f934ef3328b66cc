/** POST /v1/competitors/review: what customers wrote of the competitors of an account or a location. */
import { competitorReviews } from '../../lib/competitors/contracts/competitor-reviews.ts';
import { reviewsIn } from '../../lib/competitors/read.ts';
import { validatedReviews } from '../../lib/competitors/rules/query.ts';
import { ApiError } from '../../lib/http/api-error.ts';
import { endpointWithRules } from '../../lib/http/endpoint.ts';

export const handler = endpointWithRules(
  competitorReviews,
  { prepare: validatedReviews },
  async ({ store, headers, query: { startIndex = 0, pageSize = 25, sortOrder = 1 }, prepared: query }) => {
    const found = await reviewsIn(store, {
      number: headers['x-business-number'],
      query,
      window: { start: startIndex, end: startIndex + pageSize },
      oldestFirst: sortOrder === 0,
    });
    if ('refused' in found) throw new ApiError(found.refused);
    return found.rows;
  },
);
