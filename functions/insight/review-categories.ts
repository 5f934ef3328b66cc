/** POST /v1/competitors/competitive-insight/categories/{businessNumber}: what reviews say, by category. */
import { ApiError } from '../../lib/http/api-error.ts';
import { endpointWithRules } from '../../lib/http/endpoint.ts';
import { reviewCategories } from '../../lib/insight/contracts/review-categories.ts';
import { reviewTerms } from '../../lib/insight/review-terms.ts';
import { tooManyPlaces } from '../../lib/insight/rules/report-asked.ts';
import { categoryReport } from '../../lib/insight/rules/term-reports.ts';
import { validatedTerms } from '../../lib/insight/rules/terms-asked.ts';

export const handler = endpointWithRules(
  reviewCategories,
  { prepare: validatedTerms, checkStored: async ({ prepared }) => tooManyPlaces(prepared.numbers) },
  async ({ store, path: { businessNumber: number }, body: days, prepared }) => {
    const found = await reviewTerms(store, { number, days, ...prepared });
    if ('refused' in found) throw new ApiError(found.refused, found);
    return categoryReport(found.entities);
  },
);
