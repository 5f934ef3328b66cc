/** Requests of competitor reviews against the demo data. */
import type { Cases } from '../../contract/cases.ts';
import * as errors from '../../contract/error-rows.ts';
import { foreignLocation } from '../../contract/foreign.ts';
import type { competitorReviews } from './competitor-reviews.ts';
import { filterProvocations, foreignFilters } from './demo.cases.ts';

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

export const competitorReviewsCases: Cases<typeof competitorReviews> = {
  parameters: { 'x-business-number': 700100 },
  examples: [
    {
      summary: 'The newest ones of two sources',
      parameters: { pageSize: 2 },
      body: { fromDate: '07/01/2026', sources: ['alpha', 'beta'] },
      reply: [
        {
          reviewId: 'beta-710001-24',
          ...steakhouse,
          source: 'beta',
          rating: 3,
          reviewTitle: 'Could be better',
          reviewComment: 'Decent, though the menu is short.',
          reviewerName: 'Cleo M.',
          reviewDate: '2026-08-12',
          reply: '',
          sentiment: 0.25,
        },
        {
          reviewId: 'alpha-710101-20',
          ...taproom,
          source: 'alpha',
          rating: 5,
          reviewTitle: 'Worth a visit',
          reviewComment: 'Fresh salads and a kind host.',
          reviewerName: 'Cleo M.',
          reviewDate: '2026-08-08',
          reply: 'Thank you for your review.',
          sentiment: 0.91,
        },
      ],
    },
    {
      summary: 'The oldest one of a brand, for one location',
      parameters: { 'x-business-number': 700102, pageSize: 1, sortOrder: 0 },
      body: { brandIds: [710100] },
      reply: [
        {
          reviewId: 'maps-710101-1',
          ...taproom,
          source: 'maps',
          rating: 2,
          reviewTitle: 'Not again',
          reviewComment: 'We waited an hour for cold fries.',
          reviewerName: 'Ben K.',
          reviewDate: '2025-09-05',
          reply: '',
          sentiment: -0.56,
        },
      ],
    },
  ],
  provocations: {
    pageSizeInvalid: {
      parameters: { pageSize: 1001 },
      violations: [{ pointer: '', parameter: 'pageSize', limit: 1000, actual: 1001 }],
    },
    pageTooDeep: {
      parameters: { startIndex: 99_500, pageSize: 1000 },
      violations: [{ pointer: '', parameter: 'startIndex' }],
    },
    ...filterProvocations,
  },
  invalid: {
    body: { sources: ['alpha', 'nowhere'] },
    message: 'sources[1] must be a review source',
    violations: [{ pointer: '/sources/1' }],
  },
  foreign: {
    'x-business-number': foreignLocation('x-business-number', errors.businessInvalid),
    ...foreignFilters,
  },
};
