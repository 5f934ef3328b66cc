/** POST /v1/insight/experience/over-time: how customers find some locations, by day, week or month. */
import * as errors from '../../lib/contract/error-rows.ts';
import { businessUnknown } from '../../lib/contract/errors.ts';
import { ApiError } from '../../lib/http/api-error.ts';
import { endpointWithRules } from '../../lib/http/endpoint.ts';
import { experienceOverTime } from '../../lib/insight/contracts/experience-over-time.ts';
import { experienceOf } from '../../lib/insight/experience.ts';
import { validatedExperience } from '../../lib/insight/rules/asked.ts';
import { dayOfDate } from '../../lib/insight/rules/periods.ts';
import { accounts } from '../../lib/partners/repository/account.ts';

export const handler = endpointWithRules(
  experienceOverTime,
  { prepare: validatedExperience },
  async ({ store, headers, body, prepared: choice }) => {
    const accountNumber = await accounts(store).named(headers['x-business-number']);
    if (accountNumber === undefined) throw new ApiError(errors.businessInvalid);
    const { businessNumbers = [], startDate = '', endDate = '', groupByType: groupBy = 'week' } = body;
    const days = { first: dayOfDate(startDate), last: dayOfDate(endDate) };
    const found = await experienceOf(store, accountNumber, { businessNumbers, ...days, groupBy, choice });
    if ('unknown' in found) throw new ApiError(businessUnknown(found.unknown!));
    return { dataPoints: found.points };
  },
);
