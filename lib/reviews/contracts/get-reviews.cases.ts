/** Requests of get reviews against the demo data. */
import type { Cases } from '../../contract/cases.ts';
import * as errors from '../../contract/error-rows.ts';
import { foreignLocation } from '../../contract/foreign.ts';
import type { getReviews } from './get-reviews.ts';

const chloes = {
  reviewId: 'al-1001',
  rating: 4,
  sentiment: 0.62,
  comments: 'The oak-fired chicken is worth the wait.',
  title: 'Worth the drive',
  reviewer: { firstName: 'Chloe', lastName: 'Tremblay' },
  sourceType: 'alpha',
  reviewUrl: 'https://alpha.example/reviews/al-1001',
  reviewDate: 'Mar 04, 2025',
  response: 'Thank you, Chloe.',
  responseDate: 'Mar 05, 2025',
  customerId: 41003,
  businessId: 700105,
};
const liams = {
  reviewId: 'be-2001',
  rating: 5,
  sentiment: 0.78,
  comments: 'Best flat white in town.',
  title: '',
  reviewer: { firstName: 'Liam', lastName: 'Brandt' },
  sourceType: 'beta',
  reviewUrl: 'https://beta.example/reviews/be-2001',
  reviewDate: 'Mar 11, 2025',
  response: '',
  responseDate: '',
  customerId: null,
  businessId: 700105,
};

export const getReviewsCases: Cases<typeof getReviews> = {
  parameters: { businessId: 700105, sindex: 0, count: 25 },
  examples: [
    {
      summary: 'Good reviews of some days',
      body: { fromDate: '03/01/2025', toDate: '03/20/2025', ratings: [4, 5] },
      reply: [liams, chloes],
    },
    {
      summary: 'A word in reviews of all locations of an account',
      parameters: { businessId: 700100, count: 1 },
      body: { searchStr: 'OAK chicken', subBusinessIds: [700105, 700101], sources: ['alpha'], tags: ['Dinner'] },
      reply: [chloes],
    },
  ],
  provocations: {
    businessInvalid: { parameters: { businessId: 799999 } },
    pageTooDeep: {
      parameters: { sindex: 99_500, count: 1000 },
      violations: [{ pointer: '', parameter: 'sindex' }],
    },
    fromDateInvalid: { body: { fromDate: '2025-03-01' }, violations: [{ pointer: '/fromDate' }] },
    toDateInvalid: { body: { toDate: '02/30/2025' }, violations: [{ pointer: '/toDate' }] },
    endBeforeStart: {
      body: { fromDate: '03/02/2025', toDate: '03/01/2025' },
      violations: [{ pointer: '/toDate' }],
    },
    tooManyKeywords: {
      body: { searchStr: 'one two three four five six' },
      violations: [{ pointer: '/searchStr', limit: 5, actual: 6 }],
    },
  },
  invalid: {
    body: { sources: ['alpha', 'nowhere'] },
    message: 'sources[1] must be a review source',
    violations: [{ pointer: '/sources/1' }],
  },
  foreign: {
    businessId: foreignLocation('businessId', errors.businessInvalid),
    subBusinessIds: {
      foreign: { body: { subBusinessIds: [800101] } },
      absent: { body: { subBusinessIds: [899901] } },
      code: 1011,
    },
  },
};
