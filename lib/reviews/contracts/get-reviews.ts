/** Get reviews: what customers wrote of a location, or of all locations of an account. */
import { maxText, text } from '../../contract/atoms.ts';
import { dayOr } from '../../contract/dates.ts';
import type { ErrorEntry } from '../../contract/error-entry.ts';
import * as errors from '../../contract/error-rows.ts';
import { field } from '../../contract/field.ts';
import * as laterErrors from '../../contract/later-error-rows.ts';
import type { Contract } from '../../contract/operation.ts';
import { addressed } from '../../contract/parameters.ts';

const id = { type: 'integer', format: 'int64' } as const;
const integer = (least: number) => {
  const problem = `must be a whole number from ${least}`;
  return { type: problem, minimum: problem };
};

/** The error for a search that would exceed the read limit of a request. */
export const searchTooWide: ErrorEntry = {
  ...errors.invalidRequest,
  message: 'searchStr and tags have too many reviews to look through: narrow the days with fromDate and toDate',
};

/** The error for a page that would exceed the read limit of a request. */
export const pageTooLarge: ErrorEntry = {
  ...errors.invalidRequest,
  message: 'The reviews of the page are too large: ask for fewer with count',
};

const reviewer = {
  title: 'Reviewer',
  type: 'object',
  required: ['firstName', 'lastName'],
  properties: {
    firstName: field(text, 'First name', 'Chloe'),
    lastName: field(text, 'Last name', 'Tremblay'),
  },
} as const;

const review = {
  title: 'Review',
  type: 'object',
  required: [
    'reviewId',
    'rating',
    'sentiment',
    'comments',
    'title',
    'reviewer',
    'sourceType',
    'reviewUrl',
    'reviewDate',
    'response',
    'responseDate',
    'customerId',
    'businessId',
  ],
  properties: {
    reviewId: field(text, 'Id at its source', 'al-1001'),
    rating: field({ type: 'number', format: 'double' }, '0 to 5', 4),
    sentiment: field(
      { type: ['number', 'null'], format: 'double' },
      'Sentiment, from -1 for blame to 1 for praise; `null` if it was not analysed yet',
      0.62,
    ),
    comments: field(text, 'Text of the review', 'The oak-fired chicken is worth the wait.'),
    title: field(text, 'Title of the review', 'Worth the drive'),
    reviewer: field(reviewer, 'Reviewer'),
    sourceType: field(text, 'Alias of its source in the catalogue', 'alpha'),
    reviewUrl: field(text, 'URL of the review', 'https://alpha.example/reviews/al-1001'),
    reviewDate: field(text, '`MMM DD, YYYY`, in UTC', 'Mar 04, 2025'),
    response: field(text, 'Response of the location', 'Thank you, Chloe.'),
    responseDate: field(text, '`MMM DD, YYYY`; empty without a response', 'Mar 05, 2025'),
    customerId: field({ type: ['integer', 'null'], format: 'int64' }, 'Contact who wrote the review, if known', 41003),
    businessId: field(id, 'Its location', 700105),
  },
} as const;

export const getReviews = {
  id: 'getReviews',
  module: 'reviews',
  method: 'POST',
  path: '/v1/review/businessId/{businessId}',
  summary: 'Get reviews',
  tag: 'Reviews',
  description: `Lists the reviews of a location, or of all locations of an account, the newest first. Answers to rating questions of
surveys are not reviews.

- Each filter must match: one of the \`sources\`, one of the \`ratings\`, one of the \`tags\`, and all words of \`searchStr\`
  in the title, the comments or the reviewer's name, case-insensitive.
- \`fromDate\` is included, \`toDate\` is not.
- \`sindex\` + \`count\` is at most 100,000. With \`searchStr\` or \`tags\`, at most about 1,800 reviews are searched; if that
  does not fill the page, the response is 400: use a shorter period.`,
  pathParameters: { businessId: addressed(errors.businessInvalid, 'The number of a location or an account') },
  query: {
    sindex: {
      required: true,
      description: 'Index of the first review, from 0',
      schema: { type: 'integer', minimum: 0, 'x-blank': 'check', 'x-errors': integer(0) },
    },
    count: {
      required: true,
      description: 'Number of reviews, 1 to 1000',
      schema: { type: 'integer', minimum: 1, maximum: 1000, 'x-blank': 'check', 'x-errors': integer(1) },
    },
  },
  request: {
    title: 'ReviewQuery',
    type: 'object',
    properties: {
      fromDate: field(dayOr(errors.fromDateInvalid), 'First day, MM/DD/YYYY, in UTC', '03/01/2025'),
      toDate: field(dayOr(errors.toDateInvalid), 'Day after the last one, MM/DD/YYYY', '04/01/2025'),
      sources: field(
        { type: 'array', items: text, 'x-read': 'list', maxItems: 100 },
        'Aliases of review sources, case-insensitive',
        ['alpha'],
      ),
      ratings: field(
        { type: 'array', items: { type: 'number', format: 'double', minimum: 0, maximum: 5 }, maxItems: 100 },
        '0 to 5',
        [4],
      ),
      searchStr: field(maxText(500), 'Up to five words', 'oak'),
      subBusinessIds: field(
        { type: 'array', items: { type: 'number', format: 'int64' }, maxItems: 500 },
        'Only these locations; a number that is not a location of the account returns 1011, and the message names it',
        [700101],
      ),
      tags: field({ type: 'array', items: text, 'x-read': 'list', maxItems: 100 }, 'Tags, case-insensitive', [
        'dinner',
      ]),
    },
  },
  depth: { start: 'sindex', size: 'count', tooDeep: laterErrors.pageTooDeep, usual: 100 },
  bodyOptional: true,
  reply: { title: 'Reviews', type: 'array', items: review },
  errors: {
    businessInvalid: errors.businessInvalid,
    pageTooDeep: laterErrors.pageTooDeep,
    fromDateInvalid: errors.fromDateInvalid,
    toDateInvalid: errors.toDateInvalid,
    endBeforeStart: errors.endBeforeStart,
    tooManyKeywords: errors.tooManyKeywords,
  },
  bodyIdentifiers: ['subBusinessIds'],
  access: ['BatchGetItem', 'Query'],
} as const satisfies Contract;
