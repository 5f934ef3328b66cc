/** Requests of review metrics against the demo data. */
import type { Cases } from '../../contract/cases.ts';
import * as errors from '../../contract/error-rows.ts';
import { foreignLocation } from '../../contract/foreign.ts';
import { filterProvocations, foreignFilters } from './demo.cases.ts';
import type { reviewMetrics } from './review-metrics.ts';

const taproom = {
  compAccountId: 710101,
  competitorLocation: 'Ember and Oak Taproom',
  competitorId: 710100,
  competitorBrand: 'Ember and Oak Group',
  businessLocations: [],
};
const steakhouse = {
  ...taproom,
  compAccountId: 710001,
  competitorLocation: 'Ember and Oak Steakhouse',
  businessLocations: [700101],
};
const roasters = {
  compAccountId: 710002,
  competitorLocation: 'Third Street Roasters',
  competitorId: 710002,
  competitorBrand: 'Third Street Roasters',
  businessLocations: [],
};

export const reviewMetricsCases: Cases<typeof reviewMetrics> = {
  parameters: { 'x-business-number': 700100 },
  examples: [
    {
      summary: 'All competitor locations, the lowest mean first',
      body: {},
      reply: [
        {
          ...taproom,
          overallRating: 3.7,
          reviewCount: 20,
          ratings: [
            { rating: 5, reviewCount: 7 },
            { rating: 4, reviewCount: 3 },
            { rating: 3, reviewCount: 6 },
            { rating: 2, reviewCount: 4 },
          ],
          responseRate: 35,
        },
        {
          ...steakhouse,
          overallRating: 3.9,
          reviewCount: 24,
          ratings: [
            { rating: 5, reviewCount: 9 },
            { rating: 4, reviewCount: 8 },
            { rating: 3, reviewCount: 5 },
            { rating: 1, reviewCount: 2 },
          ],
          responseRate: 33.3,
        },
        {
          ...roasters,
          overallRating: 4.4,
          reviewCount: 16,
          ratings: [
            { rating: 5, reviewCount: 7 },
            { rating: 4, reviewCount: 8 },
            { rating: 3, reviewCount: 1 },
          ],
          responseRate: 31.3,
        },
      ],
    },
    {
      summary: 'Some months of one source, the best one',
      parameters: { pageSize: 1, sortOrder: 1 },
      body: { fromDate: '03/01/2026', toDate: '09/01/2026', sources: ['maps'] },
      reply: [
        {
          ...roasters,
          overallRating: 4.3,
          reviewCount: 3,
          ratings: [
            { rating: 5, reviewCount: 1 },
            { rating: 4, reviewCount: 2 },
          ],
          responseRate: 0,
        },
      ],
    },
  ],
  provocations: filterProvocations,
  invalid: {
    body: { brandIds: [1, 2, 3, 4, 5, 6] },
    message: 'brandIds must have at most 5 numbers',
    violations: [{ pointer: '/brandIds', limit: 5, actual: 6 }],
  },
  foreign: {
    'x-business-number': foreignLocation('x-business-number', errors.businessInvalid),
    ...foreignFilters,
  },
};
