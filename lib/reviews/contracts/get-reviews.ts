/** Get reviews: what customers wrote of a location, or of all locations of an account. */
import { maxText, text } from '../../contract/atoms.ts';
import { realDay } from '../../contract/dates.ts';
import type { ErrorEntry } from '../../contract/error-entry.ts';
import * as errors from '../../contract/error-rows.ts';
import { field } from '../../contract/field.ts';
import * as laterErrors from '../../contract/later-error-rows.ts';
import type { Contract } from '../../contract/operation.ts';
import { addressed } from '../../contract/parameters.ts';

const id = { type: 'integer', format: 'int64' } as const;
/** A day that exists; one code for both ways in which it may be none. */
const dayOr = <E extends ErrorEntry>(error: E) =>
  ({
    type: 'string',
    pattern: `^${realDay}$`,
    'x-errors': { type: error, pattern: error },
  }) as const;

const whole = (least: number) => {
  const problem = `must be a whole number from ${least}`;
  return { type: problem, minimum: problem };
};

/** The answer where a search would have to read more reviews than one request may. */
export const searchTooWide: ErrorEntry = {
  ...errors.invalidRequest,
  message: 'searchStr and tags have too many reviews to look through: narrow the days with fromDate and toDate',
};

/** The answer where a page would be more than one request may read. */
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
    comments: field(text, 'What was written', 'The oak-fired chicken is worth the wait.'),
    title: field(text, 'Its heading', 'Worth the drive'),
    reviewer: field(reviewer, 'Who wrote it'),
    sourceType: field(text, 'Alias of its source in the catalogue', 'alpha'),
    reviewUrl: field(text, 'Where it can be read', 'https://alpha.example/reviews/al-1001'),
    reviewDate: field(text, '`MMM DD, YYYY`, in UTC', 'Mar 04, 2025'),
    response: field(text, 'What the location has answered', 'Thank you, Chloe.'),
    responseDate: field(text, '`MMM DD, YYYY`; empty without a response', 'Mar 05, 2025'),
    customerId: field({ type: ['integer', 'null'], format: 'int64' }, 'The contact who wrote it, where known', 41003),
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
  description: `The reviews of a location, or of all locations of an account, the newest first. Reviews come by data files;
answers to rating questions of surveys are none.

- Every field narrows: a review must have one of the \`sources\`, one of the \`ratings\`, one of the \`tags\`, and each word of
  \`searchStr\` in its title, its comments or the name of its reviewer, whatever their case.
- \`fromDate\` is included, \`toDate\` is not.
- \`sindex\` + \`count\` is at most 100,000. With \`searchStr\` or \`tags\` some 1,800 reviews are looked through; where that does
  not make up the page the request is a 400: narrow the days.`,
  pathParameters: { businessId: addressed(errors.businessInvalid, 'The number of a location or an account') },
  query: {
    sindex: {
      required: true,
      description: 'Index of the first review, from 0',
      schema: { type: 'integer', minimum: 0, 'x-blank': 'judge', 'x-errors': whole(0) },
    },
    count: {
      required: true,
      description: 'Number of reviews, 1 to 1000',
      schema: { type: 'integer', minimum: 1, maximum: 1000, 'x-blank': 'judge', 'x-errors': whole(1) },
    },
  },
  request: {
    title: 'ReviewQuery',
    type: 'object',
    properties: {
      fromDate: field(dayOr(errors.fromDateInvalid), 'MM/DD/YYYY, the first day, in UTC', '03/01/2025'),
      toDate: field(dayOr(errors.toDateInvalid), 'MM/DD/YYYY, the day after the last one', '04/01/2025'),
      sources: field(
        { type: 'array', items: text, 'x-read': 'list', maxItems: 100 },
        'Aliases of review sources, without case',
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
        'Of these locations alone; one that is none of the account is 1011, and the message names it',
        [700101],
      ),
      tags: field({ type: 'array', items: text, maxItems: 100 }, 'Tags, without case', ['dinner']),
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
