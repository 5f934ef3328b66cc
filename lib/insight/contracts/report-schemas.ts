/** What the contracts of reports share. */
import { text } from '../../contract/atoms.ts';
import { day, neededDay } from '../../contract/dates.ts';
import * as errors from '../../contract/error-rows.ts';
import { field } from '../../contract/field.ts';
import { addressed } from '../../contract/parameters.ts';

export const count = { type: 'integer' } as const;
export const number = { type: 'number', format: 'double' } as const;
export const numberOrNone = { ...number, type: ['number', 'null'] } as const;
export const id = { type: 'integer', format: 'int64' } as const;

/** The header that selects the account, or one of its locations. */
export const place = {
  'x-business-number': addressed(
    errors.businessInvalid,
    'The number of the account or of one of its locations; it selects the account',
  ),
} as const;

// Any number is accepted: one that can't be a location's is answered like an unknown location (1011).
const numbers = { type: 'array', items: { type: 'number', format: 'int64' } } as const;

export const locations = field(
  numbers,
  'Locations of the account, at most 100. If it is empty: the location that `x-business-number` names, or all of an account of at most 100',
  [700101, 700102],
);

/** Locations of a list that has pages. */
export const anyLocations = field(
  { ...numbers, maxItems: 1000 },
  'Only these locations; all of the account if it is empty',
  [700101, 700102],
);

export const sources = field(
  { type: 'array', items: text, 'x-read': 'list', maxItems: 100 },
  'Only reviews of these sources: aliases, case-insensitive',
  ['alpha'],
);

export const time = {
  startDate: field(neededDay, 'MM/DD/YYYY, the first day, in UTC', '01/01/2025'),
  endDate: field(neededDay, 'MM/DD/YYYY, the last day', '12/31/2025'),
  groupByType: field({ enum: ['day', 'week', 'month'] }, '`week` by default', 'month'),
} as const;

export const days = {
  startDate: field(day, 'MM/DD/YYYY, the first day, in UTC', '01/01/2025'),
  endDate: field(day, 'MM/DD/YYYY, the last day', '12/31/2025'),
} as const;

export const label = field(text, 'The first day of the period, MM/DD/YYYY', '01/01/2025');

/** Of a description: how periods are formed. */
export const PERIODS = `Every period has a point, empty ones too. The first period begins at \`startDate\`, the last one ends at
  \`endDate\`; weeks begin on Monday. At most 400 points and 1,830 days.`;

export const reviewFigures = {
  reviews: field(count, 'Number of reviews', 12),
  averageRating: field(numberOrNone, 'The mean of their ratings, to one decimal; `null` without reviews', 4.3),
  ratings: field(
    {
      type: 'array',
      items: {
        title: 'ReportedRating',
        type: 'object',
        required: ['rating', 'reviewCount'],
        properties: { rating: field(number, '0 to 5', 5), reviewCount: field(count, 'Number of reviews', 9) },
      },
    },
    'The ratings that were given, the best one first',
  ),
  responded: field(count, 'Reviews with a response', 5),
  responseRate: field(
    numberOrNone,
    'Percentage of reviews with a response, to one decimal; `null` without reviews',
    41.7,
  ),
  averageResponseHours: field(
    numberOrNone,
    'Mean hours from review to response, to one decimal; `null` if no time of a response is known',
    18.5,
  ),
} as const;

export const REVIEW_FIGURES = [
  'reviews',
  'averageRating',
  'ratings',
  'responded',
  'responseRate',
  'averageResponseHours',
] as const;

export const npsFigures = {
  promoters: field(count, 'Answers of 9 and 10', 7),
  passives: field(count, 'Answers of 7 and 8', 2),
  detractors: field(count, 'Answers of 0 to 6', 1),
  answers: field(count, 'All answers', 10),
  nps: field(
    numberOrNone,
    '100 × (promoters − detractors) / answers, -100 to 100, to one decimal; `null` without answers',
    60,
  ),
} as const;

export const NPS_FIGURES = ['promoters', 'passives', 'detractors', 'answers', 'nps'] as const;

/** The reply of a report over time. */
export const overTime = <T extends string, P extends object, N extends string>(
  title: T,
  names: readonly N[],
  figures: P,
) =>
  ({
    title,
    type: 'object',
    required: ['total', 'dataPoints'],
    properties: {
      total: field(
        { title: `${title}Total`, type: 'object', required: names, properties: figures },
        'Figures of all time',
      ),
      dataPoints: field(
        {
          type: 'array',
          items: {
            title: `${title}Point`,
            type: 'object',
            required: ['label', ...names],
            properties: { label, ...figures },
          },
        },
        'By time',
      ),
    },
  }) as const;

export const timeErrors = {
  dateInvalid: errors.dateInvalid,
  dateUnknown: errors.dateUnknown,
  endBeforeStart: errors.endBeforeStart,
} as const;
