/** Requests of reviews over time against the demo data. */
import type { Cases } from '../../contract/cases.ts';
import * as errors from '../../contract/error-rows.ts';
import { foreignAccount } from '../../contract/foreign.ts';
import { dateProvocations, fernReviews, foreignLocations, noReviews, tooManyLocations } from './report.cases.ts';
import type { reviewsOverTime } from './reviews-over-time.ts';

const spring = { businessNumbers: [700105], startDate: '03/01/2025', endDate: '04/15/2025' };

export const reviewsOverTimeCases: Cases<typeof reviewsOverTime> = {
  parameters: { 'x-business-number': 700100 },
  examples: [
    {
      summary: 'A location, month by month',
      body: { ...spring, groupByType: 'month' },
      reply: {
        total: fernReviews,
        dataPoints: [
          { label: '03/01/2025', ...fernReviews },
          { label: '04/01/2025', ...noReviews },
        ],
      },
    },
    {
      summary: 'The location of the header, one source, one day',
      parameters: { 'x-business-number': 700105 },
      body: { startDate: '03/11/2025', endDate: '03/11/2025', sources: ['Beta'] },
      reply: {
        total: {
          ...noReviews,
          reviews: 1,
          averageRating: 5,
          ratings: [{ rating: 5, reviewCount: 1 }],
          responseRate: 0,
        },
        dataPoints: [
          {
            label: '03/11/2025',
            ...noReviews,
            ...{ reviews: 1, averageRating: 5, ratings: [{ rating: 5, reviewCount: 1 }], responseRate: 0 },
          },
        ],
      },
    },
  ],
  provocations: {
    businessInvalid: { parameters: { 'x-business-number': 799999 } },
    businessNumbersRequired: tooManyLocations(spring),
    ...dateProvocations(spring),
  },
  invalid: {
    body: { ...spring, sources: ['alpha', 'nowhere'] },
    message: 'sources[1] must be a review source',
    violations: [{ pointer: '/sources/1' }],
  },
  foreign: {
    'x-business-number': foreignAccount('x-business-number', errors.businessInvalid, {
      ...spring,
      businessNumbers: [800101],
    }),
    businessNumbers: foreignLocations(spring),
  },
};
