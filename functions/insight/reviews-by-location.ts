/** POST /v1/reports/rating/location: the reviews of each location of an account, page by page. */
import * as errors from '../../lib/contract/error-rows.ts';
import { businessUnknown } from '../../lib/contract/errors.ts';
import { ApiError } from '../../lib/http/api-error.ts';
import { endpointWithRules } from '../../lib/http/endpoint.ts';
import { reviewsByLocation } from '../../lib/insight/contracts/reviews-by-location.ts';
import { tooMuch } from '../../lib/insight/places.ts';
import { reviewsOfLocations } from '../../lib/insight/reviews-by-location.ts';
import { dayOfDate } from '../../lib/insight/rules/periods.ts';
import { validatedByLocation } from '../../lib/insight/rules/report-asked.ts';
import { accounts } from '../../lib/partners/repository/account.ts';

export const handler = endpointWithRules(
  reviewsByLocation,
  { prepare: validatedByLocation },
  async ({ store, headers, body: { businessNumbers = [], startDate, endDate }, prepared }) => {
    const accountNumber = await accounts(store).named(headers['x-business-number']);
    if (accountNumber === undefined) throw new ApiError(errors.businessInvalid);
    const days = { first: startDate && dayOfDate(startDate), last: endDate && dayOfDate(endDate) };
    const report = await reviewsOfLocations(store, accountNumber, { businessNumbers, ...days, ...prepared });
    if (report === 'too-many') throw new ApiError(tooMuch);
    if ('unknown' in report) throw new ApiError(businessUnknown(report.unknown));
    return report;
  },
);
