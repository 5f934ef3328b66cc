/** What the contracts about what reviews say share. */
import * as errors from '../../contract/error-rows.ts';
import { field } from '../../contract/field.ts';
import { addressed } from '../../contract/parameters.ts';
import { days, locations, number, numberOrNone, sources } from './report-schemas.ts';

const ids = { type: 'array', items: { type: 'number', format: 'int64' } } as const;

export const path = {
  businessNumber: addressed(errors.businessInvalid, 'The number of the account, or of one of its locations'),
} as const;

/** Fields of both requests. */
export const choice = {
  businessNumbers: locations,
  ...days,
  sources,
  sourceType: field({ enum: ['review'] }, '`review`, the default', 'review'),
  competitors: field(
    {
      type: 'array',
      maxItems: 5,
      items: {
        title: 'ComparedBrand',
        type: 'object',
        required: ['competitorId'],
        properties: {
          competitorId: field(
            { type: 'number', format: 'int64' },
            'The brand; the number of a competitor location that belongs to none',
            710100,
          ),
          compAccountIds: field(ids, 'Only these locations of the brand; all of them if it is empty', [710001]),
        },
      },
    },
    'Brands to compare with, at most 5, with at most 100 locations in total',
  ),
} as const;

/** Of a description. */
export const TERMS = `What a review says is worked out from its text and its rating when it is imported; nothing is
estimated. Without dates the report covers the 365 days up to today, in UTC; at most 1,830 days. A review belongs to the
  day of its \`reviewDate\`. Figures follow reviews within seconds. A report that covers too many locations and days returns
  400.`;

export const score = field(number, '50 + 50 × (positive − negative) / all, 0 to 100, to one decimal', 71.4);
export const scoreOrNone = field(
  numberOrNone,
  '50 + 50 × (positive − negative) / all, to one decimal; `null` of none',
  71.4,
);

export const termErrors = {
  dateInvalid: errors.dateInvalid,
  dateUnknown: errors.dateUnknown,
  endBeforeStart: errors.endBeforeStart,
  businessInvalid: errors.businessInvalid,
  businessNumbersRequired: errors.businessNumbersRequired,
} as const;
