/** Requests of reviews by location against the demo data. */
import type { Cases } from '../../contract/cases.ts';
import * as errors from '../../contract/error-rows.ts';
import { foreignAccount } from '../../contract/foreign.ts';
import { dateProvocations, fernReviews, foreignLocations, noReviews } from './report.cases.ts';
import type { reviewsByLocation } from './reviews-by-location.ts';

const hotel = { businessNumber: 700104, name: 'Kettle House Hotel' };
const fern = { businessNumber: 700105, name: 'Fern and Flat White' };

export const reviewsByLocationCases: Cases<typeof reviewsByLocation> = {
  parameters: { 'x-business-number': 700100 },
  examples: [
    {
      summary: 'Two locations',
      body: { businessNumbers: [700105, 700104] },
      reply: {
        totalCount: 2,
        dataPoints: [
          { ...hotel, ...noReviews },
          { ...fern, ...fernReviews },
        ],
      },
    },
    {
      summary: 'The second one of them, since a day, of one source',
      body: { businessNumbers: [700105, 700104], startDate: '03/10/2025', sources: ['alpha'], page: 1, size: 1 },
      reply: {
        totalCount: 2,
        dataPoints: [
          {
            ...fern,
            ...noReviews,
            ...{ reviews: 1, averageRating: 2, ratings: [{ rating: 2, reviewCount: 1 }], responseRate: 0 },
          },
        ],
      },
    },
  ],
  provocations: {
    businessInvalid: { parameters: { 'x-business-number': 799999 } },
    ...dateProvocations({}),
    pageSizeInvalid: {
      body: { size: 101 },
      message: 'Page size must be 1 to 100',
      violations: [{ pointer: '/size', limit: 100, actual: 101 }],
    },
    pageTooDeep: { body: { page: 1000, size: 100 }, violations: [{ pointer: '/page' }] },
  },
  invalid: {
    body: { page: -1 },
    message: 'page must be a whole number from 0',
    violations: [{ pointer: '/page', limit: 0, actual: -1 }],
  },
  foreign: {
    'x-business-number': foreignAccount('x-business-number', errors.businessInvalid, {}),
    businessNumbers: foreignLocations({}),
  },
};
