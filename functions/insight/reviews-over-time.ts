/** POST /v1/reports/review/analytic/time: the reviews of some locations, by day, week or month. */
import { readBudget } from '../../lib/dynamodb/table/read-units.ts';
import { ApiError } from '../../lib/http/api-error.ts';
import { endpointWithRules } from '../../lib/http/endpoint.ts';
import { reviewsOverTime } from '../../lib/insight/contracts/reviews-over-time.ts';
import { reportOverTime } from '../../lib/insight/over-time.ts';
import { MOST_UNITS, reportPlaces, tooMuch } from '../../lib/insight/places.ts';
import { tooManyPlaces, validatedOverTime } from '../../lib/insight/rules/report-asked.ts';
import { reviewReport } from '../../lib/insight/rules/reports.ts';

export const handler = endpointWithRules(
  reviewsOverTime,
  { prepare: validatedOverTime, checkStored: async ({ prepared }) => tooManyPlaces(prepared.numbers) },
  async ({ store, headers, body, prepared: { numbers: named, sources } }) => {
    const budget = readBudget(MOST_UNITS);
    const placed = await reportPlaces(store, { number: headers['x-business-number'], named, budget });
    if ('refused' in placed) throw new ApiError(placed.refused, placed);
    const asked = { ...body, numbers: placed.numbers };
    const report = await reportOverTime(store, asked, { budget, reportOf: (each) => reviewReport(each, sources) });
    if (!report) throw new ApiError(tooMuch);
    return report;
  },
);
