/** Reviews over time: how many reviews locations get, how good they are and how they are answered. */
import * as errors from '../../contract/error-rows.ts';
import type { Contract } from '../../contract/operation.ts';
import {
  locations,
  overTime,
  PERIODS,
  place,
  REVIEW_FIGURES,
  reviewFigures,
  sources,
  time,
  timeErrors,
} from './report-schemas.ts';

export const reviewsOverTime = {
  id: 'reviewsOverTime',
  module: 'insight',
  method: 'POST',
  path: '/v1/reports/review/analytic/time',
  summary: 'Reviews over time',
  tag: 'Reports',
  description: `Returns how many reviews some locations get, their mean rating and how they are answered, period by period.

- ${PERIODS}
- A review belongs to the day of its \`reviewDate\`, in UTC, and so does its response, whenever it came. A rating of 0
  counts as 0.
- \`responded\` counts reviews with a response. \`averageResponseHours\` is the mean over those whose response has a date
  that is not before the review.
- Figures follow reviews within seconds. A report that covers too many locations and days returns 400.`,
  headers: place,
  request: {
    title: 'ReviewsOverTimeQuery',
    type: 'object',
    properties: { businessNumbers: locations, ...time, sources },
  },
  reply: overTime('ReviewReport', REVIEW_FIGURES, reviewFigures),
  errors: {
    businessInvalid: errors.businessInvalid,
    businessNumbersRequired: errors.businessNumbersRequired,
    ...timeErrors,
  },
  bodyIdentifiers: ['businessNumbers'],
  access: ['BatchGetItem', 'Query'],
} as const satisfies Contract;
