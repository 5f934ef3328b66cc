/** Reviews by location: how many reviews each location has, how good they are and how they are answered. */
import { text } from '../../contract/atoms.ts';
import * as errors from '../../contract/error-rows.ts';
import { field } from '../../contract/field.ts';
import * as laterErrors from '../../contract/later-error-rows.ts';
import type { Contract } from '../../contract/operation.ts';
import { pageSizeError } from '../../contract/page-size.ts';
import {
  anyLocations,
  count,
  days,
  id,
  place,
  REVIEW_FIGURES,
  reviewFigures,
  sources,
  timeErrors,
} from './report-schemas.ts';

const wholeFrom0 = 'must be a whole number from 0';
const MOST = 100;
const pageSizeInvalid = pageSizeError(MOST);

export const reviewsByLocation = {
  id: 'reviewsByLocation',
  module: 'insight',
  method: 'POST',
  path: '/v1/reports/rating/location',
  summary: 'Reviews by location',
  tag: 'Reports',
  description: `Lists how many reviews each location of an account has, their mean rating and how they are answered, by location
number. Locations without reviews are included.

- Without dates the report covers all time. A review belongs to the day of its \`reviewDate\`, in UTC, and so does its
  response, whenever it came.
- (\`page\` + 1) × \`size\` is at most 100,000.
- Figures follow reviews within seconds. A report that covers too many locations and days returns 400.`,
  headers: place,
  request: {
    title: 'ReviewsByLocationQuery',
    type: 'object',
    properties: {
      businessNumbers: anyLocations,
      ...days,
      sources,
      page: field(
        { type: 'integer', minimum: 0, 'x-errors': { type: wholeFrom0, minimum: wholeFrom0 } },
        'The page, from 0; 0 by default',
        0,
      ),
      size: field(
        {
          type: 'integer',
          minimum: 1,
          maximum: MOST,
          'x-errors': { type: pageSizeInvalid, minimum: pageSizeInvalid, maximum: pageSizeInvalid },
        },
        'Locations of a page, 1 to 100; 25 by default',
        25,
      ),
    },
  },
  pagedBy: { start: 'page', size: 'size', counts: 'pages', usual: 100 },
  bodyOptional: true,
  reply: {
    title: 'ReviewReportByLocation',
    type: 'object',
    required: ['totalCount', 'dataPoints'],
    properties: {
      totalCount: field(count, 'Number of locations', 8),
      dataPoints: field(
        {
          type: 'array',
          items: {
            title: 'LocationReviews',
            type: 'object',
            required: ['businessNumber', 'name', ...REVIEW_FIGURES],
            properties: {
              businessNumber: field(id, 'The location', 700101),
              name: field(text, 'Its name', 'Copper Kettle Grill'),
              ...reviewFigures,
            },
          },
        },
        'The page',
      ),
    },
  },
  errors: {
    businessInvalid: errors.businessInvalid,
    ...timeErrors,
    pageSizeInvalid,
    pageTooDeep: laterErrors.pageTooDeep,
  },
  bodyIdentifiers: ['businessNumbers'],
  access: ['BatchGetItem', 'Query'],
} as const satisfies Contract;
