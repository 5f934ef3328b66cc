/** What the contracts of competitors share. */
import { maxLine, text } from '../../contract/atoms.ts';
import { dayOr } from '../../contract/dates.ts';
import * as errors from '../../contract/error-rows.ts';
import { field } from '../../contract/field.ts';
import { addressed } from '../../contract/parameters.ts';

export const id = { type: 'integer', format: 'int64' } as const;
export const count = { type: 'integer' } as const;
export const rating = { type: 'number', format: 'double' } as const;
const rateOrNone = { ...rating, type: ['number', 'null'] } as const;

/** Texts of a competitor location. */
export const LONGEST = { address1: maxLine(250), city: maxLine(250), state: maxLine(50), alias: maxLine(100) } as const;

/** The account, or a location of it, that a path names. */
export const account = addressed(errors.businessInvalid, 'The number of the account, or of one of its locations');

/** The header by which the requests about reviews of competitors select an account or a location. */
export const place = {
  'x-business-number': addressed(
    errors.businessInvalid,
    'The number of the account; or of one of its locations, for its competitors alone',
  ),
} as const;

export const emptyReply = <T extends string>(title: T) =>
  ({ title, type: 'object', properties: {}, description: 'Always empty' }) as const;

const numbers = { type: 'array', items: { type: 'number', format: 'int64' } } as const;

/** The maximum number of different numbers of each kind in a query; a rule checks it. */
export const MOST_NAMED = 100;

/** The filters of both requests about reviews of competitors. */
export const filters = {
  businessNumbers: field(
    numbers,
    `Own locations, at most ${MOST_NAMED}: competitors of any of them. One that is not a location of the account returns 1011, and the message names it`,
    [700101],
  ),
  fromDate: field(dayOr(errors.fromDateInvalid), 'MM/DD/YYYY, the first day, in UTC', '03/01/2026'),
  toDate: field(dayOr(errors.toDateInvalid), 'MM/DD/YYYY, the day after the last one', '09/01/2026'),
  sources: field(
    { type: 'array', items: text, 'x-read': 'list', maxItems: 100 },
    'Aliases of review sources, case-insensitive',
    ['alpha'],
  ),
  brandIds: field(numbers, 'Only these brands, at most 100; the message of 1011 names an unknown one', [710100]),
  competitorLocationIds: field(
    numbers,
    'Only these competitor locations, at most 100, in addition to those of `brandIds`',
    [710001],
  ),
} as const;

/** A competitor location as both responses name it. */
export const namedCompetitor = {
  compAccountId: field(id, 'The competitor location', 710001),
  competitorLocation: field(text, 'Its name', 'Ember and Oak Steakhouse'),
  competitorId: field(id, 'Its brand; its own number if it belongs to none', 710100),
  competitorBrand: field(text, 'The name of the brand; its own name if it belongs to none', 'Ember and Oak Group'),
  businessLocations: field(
    { type: 'array', items: id },
    'The own locations that it competes with; empty if it competes with all of the account',
    [700101],
  ),
} as const;

export const namedFields = [
  'compAccountId',
  'competitorLocation',
  'competitorId',
  'competitorBrand',
  'businessLocations',
] as const;

/** The counts of one competitor location. */
export const metricFields = {
  overallRating: field(rateOrNone, 'The mean of its ratings, to one decimal; `null` without reviews', 4.2),
  reviewCount: field(count, 'Number of reviews', 20),
  ratings: field(
    {
      type: 'array',
      items: {
        title: 'CompetitorRating',
        type: 'object',
        required: ['rating', 'reviewCount'],
        properties: {
          rating: field(rating, '0 to 5', 5),
          reviewCount: field(count, 'Number of reviews', 9),
        },
      },
    },
    'The ratings that were given, the best one first',
  ),
  responseRate: field(rateOrNone, 'Percentage of reviews with a response, to one decimal; `null` without reviews', 40),
} as const;

/** Errors of both. */
export const queryErrors = {
  fromDateInvalid: errors.fromDateInvalid,
  toDateInvalid: errors.toDateInvalid,
  endBeforeStart: errors.endBeforeStart,
  businessInvalid: errors.businessInvalid,
} as const;
