/** Survey usage by location: how many responses each location has, and how good they are. */
import { text } from '../../contract/atoms.ts';
import { day } from '../../contract/dates.ts';
import * as errors from '../../contract/error-rows.ts';
import { field } from '../../contract/field.ts';
import * as laterErrors from '../../contract/later-error-rows.ts';
import type { Contract } from '../../contract/operation.ts';
import { addressed } from '../../contract/parameters.ts';
import { integer, surveyId } from './shared-schemas.ts';

const ofPage = 'must be a whole number from 0';

/** The answer where finding the locations that are named would read more than a request may. */
export const tooManyLocations = {
  ...errors.invalidRequest,
  message: 'businessNumbers lie too far apart to be found at once; send fewer',
};

export const usageByLocation = {
  id: 'usageByLocation',
  module: 'surveys',
  method: 'POST',
  path: '/v1/survey/{surveyId}/usage/by-location',
  summary: 'Survey usage by location',
  tag: 'Surveys',
  description: `Returns the number of responses to a survey and their mean score for each location of the account, sorted by number,
including locations without responses.

- \`responses\` includes incomplete ones. The day of a response is that of its \`created\`, in UTC.
- \`page\` × \`size\` + \`size\` is at most 100,000.
- New responses are included within a few seconds.`,
  pathParameters: surveyId,
  headers: {
    'x-business-number': addressed(
      errors.businessInvalid,
      'Number of the account or of one of its locations; it selects the account',
    ),
  },
  request: {
    title: 'UsageQuery',
    type: 'object',
    properties: {
      businessNumbers: field(
        { type: 'array', items: { type: 'number', format: 'int64' }, maxItems: 1000 },
        'Only these locations; all of the account if empty. A number that is not a location of the account ' +
          'returns 1011, and the message names it',
        [700101, 700102],
      ),
      startDate: field(day, 'First day, MM/DD/YYYY', '01/01/2025'),
      endDate: field(day, 'Last day, MM/DD/YYYY', '12/31/2025'),
      page: field(
        { type: 'integer', minimum: 0, 'x-errors': { type: ofPage, minimum: ofPage } },
        'Page number, from 0; 0 by default',
        0,
      ),
      size: field(
        {
          type: 'integer',
          minimum: 1,
          maximum: 100,
          'x-errors': {
            type: errors.pageSizeInvalid,
            minimum: errors.pageSizeInvalid,
            maximum: errors.pageSizeInvalid,
          },
        },
        'Locations per page, 1 to 100; 25 by default',
        25,
      ),
    },
  },
  pagedBy: { start: 'page', size: 'size', counts: 'pages', usual: 100 },
  bodyOptional: true,
  reply: {
    title: 'SurveyUsage',
    type: 'object',
    required: ['totalCount', 'dataPoints'],
    properties: {
      totalCount: field(integer, 'Number of locations', 8),
      dataPoints: field(
        {
          type: 'array',
          items: {
            title: 'LocationUsage',
            type: 'object',
            required: ['businessNumber', 'name', 'responses', 'completed', 'averageScore'],
            properties: {
              businessNumber: field({ type: 'integer', format: 'int64' }, 'The location', 700101),
              name: field(text, 'Its name', 'Copper Kettle Grill'),
              responses: field(integer, 'Number', 14),
              completed: field(integer, 'Number of complete responses', 12),
              averageScore: field(
                { type: ['number', 'null'], format: 'double' },
                'Mean score, 0 to 100, to one decimal; `null` without any',
                81.3,
              ),
            },
          },
        },
        'The page',
      ),
    },
  },
  errors: {
    businessInvalid: errors.businessInvalid,
    surveyInvalid: errors.surveyInvalid,
    dateInvalid: errors.dateInvalid,
    dateUnknown: errors.dateUnknown,
    endBeforeStart: errors.endBeforeStart,
    pageSizeInvalid: errors.pageSizeInvalid,
    pageTooDeep: laterErrors.pageTooDeep,
  },
  bodyIdentifiers: ['businessNumbers'],
  access: ['BatchGetItem', 'GetItem', 'Query'],
} as const satisfies Contract;
