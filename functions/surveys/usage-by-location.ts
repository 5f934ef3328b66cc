/** POST /v1/survey/{surveyId}/usage/by-location: how many responses each location has, page by page. */
import * as errors from '../../lib/contract/error-rows.ts';
import { businessUnknown } from '../../lib/contract/errors.ts';
import { ApiError } from '../../lib/http/api-error.ts';
import { endpointWithRules } from '../../lib/http/endpoint.ts';
import { validatedUsage } from '../../lib/insight/rules/asked.ts';
import { dayOfDate } from '../../lib/insight/rules/periods.ts';
import { usageOf } from '../../lib/insight/usage.ts';
import { accounts } from '../../lib/partners/repository/account.ts';
import { tooManyLocations, usageByLocation } from '../../lib/surveys/contracts/usage-by-location.ts';
import { surveys } from '../../lib/surveys/repository/surveys.ts';

export const handler = endpointWithRules(
  usageByLocation,
  { prepare: validatedUsage },
  async ({ store, path: { surveyId }, headers, body, prepared: window }) => {
    const accountNumber = await accounts(store).named(headers['x-business-number']);
    if (accountNumber === undefined) throw new ApiError(errors.businessInvalid);
    if (!(await surveys(store).find(accountNumber, surveyId))) throw new ApiError(errors.surveyInvalid);
    const { businessNumbers = [], startDate, endDate } = body;
    const days = { first: startDate && dayOfDate(startDate), last: endDate && dayOfDate(endDate) };
    const usage = await usageOf(store, accountNumber, { surveyId, businessNumbers, ...days, window });
    if (usage === 'too-many') throw new ApiError(tooManyLocations);
    if ('unknown' in usage) throw new ApiError(businessUnknown(usage.unknown!));
    return usage;
  },
);
