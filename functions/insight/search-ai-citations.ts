/** POST /v1/listing/searchAi/public/citations: whether AI models name the brand, and which pages they cite. */
import { ApiError } from '../../lib/http/api-error.ts';
import { endpointWithRules } from '../../lib/http/endpoint.ts';
import { citationsReport } from '../../lib/insight/citations.ts';
import { searchAiCitations } from '../../lib/insight/contracts/search-ai-citations.ts';
import { validatedCitations } from '../../lib/insight/rules/citations.ts';
import { dayOfDate } from '../../lib/insight/rules/periods.ts';
import { tooManyPlaces } from '../../lib/insight/rules/report-asked.ts';

export const handler = endpointWithRules(
  searchAiCitations,
  { prepare: validatedCitations, checkStored: async ({ prepared }) => tooManyPlaces(prepared.numbers) },
  async ({ store, headers, body: { aiModel, theme, startDate, endDate }, prepared }) => {
    const days = { first: startDate && dayOfDate(startDate), last: endDate && dayOfDate(endDate) };
    const number = headers['x-business-number'];
    const found = await citationsReport(store, { number, aiModel, theme, ...days, ...prepared });
    if ('refused' in found) throw new ApiError(found.refused, found);
    return found.report;
  },
);
