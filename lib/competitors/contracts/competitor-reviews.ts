/** Competitor reviews: what customers wrote of the competitors of an account. */
import { text } from '../../contract/atoms.ts';
import type { ErrorEntry } from '../../contract/error-entry.ts';
import * as errors from '../../contract/error-rows.ts';
import { field } from '../../contract/field.ts';
import * as laterErrors from '../../contract/later-error-rows.ts';
import type { Contract } from '../../contract/operation.ts';
import { filters, namedCompetitor, namedFields, place, queryErrors, rating } from './shared-schemas.ts';

/** The error for a page that would exceed the read limit of a request. */
export const pageTooLarge: ErrorEntry = {
  ...errors.invalidRequest,
  message: 'The reviews of the page are too large: ask for fewer with pageSize',
};

const { pageSizeInvalid } = errors;

export const competitorReviews = {
  id: 'competitorReviews',
  module: 'competitors',
  method: 'POST',
  path: '/v1/competitors/review',
  summary: 'Competitor reviews',
  tag: 'Competitors',
  description: `Lists reviews of the competitor locations of an account, or of those that compete with one location. Your operator
loads reviews of competitors.

- A review must match all filters; omitted or blank ones are ignored. Of \`brandIds\` and \`competitorLocationIds\` a review must match
  one.
- \`fromDate\` is included, \`toDate\` is not. One date alone leaves the other end open.
- Reviews with the same time are sorted by competitor location, then by id.`,
  headers: place,
  query: {
    startIndex: {
      description: 'Index of the first review, from 0',
      schema: {
        type: 'integer',
        minimum: 0,
        'x-errors': { type: 'must be a whole number from 0', minimum: 'must be a whole number from 0' },
      },
    },
    pageSize: {
      description: 'Number of reviews, 1 to 1000; 25 by default',
      schema: {
        type: 'integer',
        minimum: 1,
        maximum: 1000,
        'x-errors': { type: pageSizeInvalid, minimum: pageSizeInvalid, maximum: pageSizeInvalid },
      },
    },
    sortOrder: {
      description: 'By date: 0 the oldest first, 1 the newest first; 1 by default',
      schema: { type: 'integer', minimum: 0, maximum: 1 },
    },
  },
  depth: { start: 'startIndex', size: 'pageSize', defaultSize: 25, tooDeep: laterErrors.pageTooDeep, usual: 100 },
  bodyOptional: true,
  request: { title: 'CompetitorReviewQuery', type: 'object', properties: filters },
  reply: {
    title: 'ReviewsOfCompetitors',
    type: 'array',
    items: {
      title: 'CompetitorReview',
      type: 'object',
      required: [
        'reviewId',
        ...namedFields,
        ...['source', 'rating', 'reviewTitle', 'reviewComment', 'reviewerName', 'reviewDate', 'reply', 'sentiment'],
      ],
      properties: {
        reviewId: field(text, 'Id at its source', 'maps-710001-1'),
        ...namedCompetitor,
        source: field(text, 'Alias of its source in the catalogue', 'maps'),
        rating: field(rating, '0 to 5', 4),
        reviewTitle: field(text, 'Its heading', 'Worth the drive'),
        reviewComment: field(text, 'Text of the review', 'Great steaks, and the staff is friendly.'),
        reviewerName: field(text, 'First name and initial of who wrote it', 'Ada L.'),
        reviewDate: field(text, '`YYYY-MM-DD`, in UTC', '2026-03-04'),
        reply: field(text, 'What the competitor has answered', 'Thank you, Ada.'),
        sentiment: field(
          { type: ['number', 'null'], format: 'double' },
          'Sentiment, from -1 for blame to 1 for praise; `null` if it was not analysed yet',
          0.62,
        ),
      },
    },
  },
  errors: { pageSizeInvalid, pageTooDeep: laterErrors.pageTooDeep, ...queryErrors },
  bodyIdentifiers: ['businessNumbers', 'brandIds', 'competitorLocationIds'],
  access: ['BatchGetItem', 'Query'],
} as const satisfies Contract;
