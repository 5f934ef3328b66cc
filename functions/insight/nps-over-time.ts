/** POST /v1/reports/nps/time/elst: the answers to nps questions at some locations, by day, week or month. */
import * as errors from '../../lib/contract/error-rows.ts';
import { readBudget } from '../../lib/dynamodb/table/read-units.ts';
import { ApiError } from '../../lib/http/api-error.ts';
import { endpointWithRules } from '../../lib/http/endpoint.ts';
import { npsOverTime } from '../../lib/insight/contracts/nps-over-time.ts';
import { reportOverTime } from '../../lib/insight/over-time.ts';
import { MOST_UNITS, reportPlaces, tooMuch } from '../../lib/insight/places.ts';
import { tooManyPlaces, validatedOverTime } from '../../lib/insight/rules/report-asked.ts';
import { npsReport } from '../../lib/insight/rules/reports.ts';
import { surveys } from '../../lib/surveys/repository/surveys.ts';

const isId = (id: number): boolean => Number.isSafeInteger(id) && id > 0;

export const handler = endpointWithRules(
  npsOverTime,
  { prepare: validatedOverTime, checkStored: async ({ prepared }) => tooManyPlaces(prepared.numbers) },
  async ({ store, headers, body: { surveyId, ...body }, prepared: { numbers: named } }) => {
    const budget = readBudget(MOST_UNITS);
    const placed = await reportPlaces(store, { number: headers['x-business-number'], named, budget });
    if ('refused' in placed) throw new ApiError(placed.refused, placed);
    const { accountNumber, numbers } = placed;
    if (surveyId !== undefined && !(isId(surveyId) && (await surveys(store).find(accountNumber, surveyId))))
      throw new ApiError(errors.surveyInvalid);
    const reportOf = (each: Parameters<typeof npsReport>[0]) => npsReport(each, surveyId);
    const report = await reportOverTime(store, { ...body, numbers }, { budget, reportOf });
    if (!report) throw new ApiError(tooMuch);
    return report;
  },
);
