/** POST /v1/listing/insights: how often some locations are seen and used on the sites where they are listed. */
import * as laterErrors from '../../lib/contract/later-error-rows.ts';
import { clock } from '../../lib/dynamodb/client/clock.ts';
import { readBudget } from '../../lib/dynamodb/table/read-units.ts';
import { ApiError } from '../../lib/http/api-error.ts';
import { endpointWithRules } from '../../lib/http/endpoint.ts';
import { listingInsights } from '../../lib/insight/contracts/listing-insights.ts';
import { insightsReport } from '../../lib/insight/insights.ts';
import { MOST_UNITS, reportPlaces, tooMuch } from '../../lib/insight/places.ts';
import { insightDays, validatedInsights } from '../../lib/insight/rules/insights-asked.ts';
import { tooManyPlaces } from '../../lib/insight/rules/report-asked.ts';

export const handler = endpointWithRules(
  listingInsights,
  { prepare: validatedInsights, checkStored: async ({ prepared }) => tooManyPlaces(prepared.numbers) },
  async ({ store, query: { businessId }, body, prepared: { numbers: named, modes } }) => {
    const budget = readBudget(MOST_UNITS);
    const asked = { number: businessId, named, budget };
    const placed = await reportPlaces(store, asked, laterErrors.businessNotFound);
    if ('refused' in placed) throw new ApiError(placed.refused, placed);
    const { numbers } = placed;
    const chosen = { numbers, ...insightDays(body, clock.now()), groupBy: body.groupByType, modes };
    const report = await insightsReport(store, chosen, budget);
    if (!report) throw new ApiError(tooMuch);
    return report;
  },
);
