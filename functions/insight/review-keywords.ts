/** POST /v1/competitors/competitive-insight/keywords/{businessNumber}: which keywords reviews mention. */
import { ApiError } from '../../lib/http/api-error.ts';
import { endpointWithRules } from '../../lib/http/endpoint.ts';
import { reviewKeywords } from '../../lib/insight/contracts/review-keywords.ts';
import { reviewTerms } from '../../lib/insight/review-terms.ts';
import { tooManyPlaces } from '../../lib/insight/rules/report-asked.ts';
import { keywordReport } from '../../lib/insight/rules/term-reports.ts';
import { validatedTerms } from '../../lib/insight/rules/terms-asked.ts';

export const handler = endpointWithRules(
  reviewKeywords,
  { prepare: validatedTerms, checkStored: async ({ prepared }) => tooManyPlaces(prepared.numbers) },
  async ({ store, path: { businessNumber: number }, body, prepared }) => {
    const { topKW = 20, orderBy = 'occurrence', sentiment = 0, ...days } = body;
    const found = await reviewTerms(store, { number, days, ...prepared });
    if ('refused' in found) throw new ApiError(found.refused, found);
    return keywordReport(found.entities, { topKW, orderBy, sentiment });
  },
);
