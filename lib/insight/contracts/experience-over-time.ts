/** Experience over time: scores of locations, by day, week or month. */
import { text } from '../../contract/atoms.ts';
import { neededDay } from '../../contract/dates.ts';
import * as errors from '../../contract/error-rows.ts';
import { field } from '../../contract/field.ts';
import type { Contract } from '../../contract/operation.ts';
import { addressed } from '../../contract/parameters.ts';

const count = { type: 'integer' } as const;
const score = { type: 'number', format: 'double' } as const;
const scoreOrNone = { ...score, type: ['number', 'null'] } as const;

const numbers = {
  type: 'array',
  // A number that can't be a location's is not one of the account (1011): it is left for the store to miss.
  items: { type: 'number', format: 'int64' },
  minItems: 1,
  maxItems: 100,
  'x-blank': 'judge',
  'x-missing': [],
  'x-errors': {
    type: errors.businessNumbersRequired,
    minItems: errors.businessNumbersRequired,
    maxItems: errors.businessNumbersRequired,
  },
} as const;

const rating = {
  type: 'string',
  pattern: '^(?:[0-4](?:\\.[0-9])?|5(?:\\.0)?)$',
  'x-errors': { pattern: 'must be a rating of 0 to 5' },
} as const;

export const experienceOverTime = {
  id: 'experienceOverTime',
  module: 'insight',
  method: 'POST',
  path: '/v1/insight/experience/over-time',
  summary: 'Experience over time',
  tag: 'Insight',
  description: `How customers find some locations of an account, period by period, from responses to surveys and reviews:
scores of 0 to 100, to one decimal. \`sentimentScore\` is 50 + 50 × (answers of 9 and 10 − answers of 0 to 6) / all answers
to nps questions. \`reputationScore\` is the mean of reviews and answers to rating questions, 1 as 0 and 5 as 100, and of five
of 50 besides. \`listingScore\` is the share of twenty fields of the profiles that are filled as of now. \`experienceScore\`
weighs them by 0.4, 0.4 and 0.2, without those that are \`null\`.

- A point for each period, empty ones too. The first period begins at \`startDate\`, the last one ends at \`endDate\`; weeks
  begin on Monday. At most 400 points, and 1,830 days.
- \`reviewSources\` and \`ratings\` narrow reviews; answers to rating questions count in \`reputationScore\` all the same.
- What was said just now is counted within some seconds.`,
  headers: {
    'x-business-number': addressed(
      errors.businessInvalid,
      'The number of the account or of one of its locations; it selects the account',
    ),
  },
  request: {
    title: 'ExperienceQuery',
    type: 'object',
    properties: {
      businessNumbers: field(numbers, 'Locations of the account, 1 to 100', [700101, 700102]),
      startDate: field(neededDay, 'MM/DD/YYYY, the first day, in UTC', '01/01/2025'),
      endDate: field(neededDay, 'MM/DD/YYYY, the last one', '12/31/2025'),
      reviewSources: field(
        { type: 'array', items: text, 'x-read': 'list', maxItems: 100 },
        'Aliases of review sources, without case; all where none is sent',
        ['alpha'],
      ),
      ratings: field(
        { type: 'array', items: rating, maxItems: 100 },
        'Ratings of reviews, 0 to 5; all where none is sent',
        ['5'],
      ),
      groupByType: field({ enum: ['day', 'week', 'month'] }, '`week` unless it is sent', 'month'),
    },
  },
  reply: {
    title: 'Experience',
    type: 'object',
    required: ['dataPoints'],
    properties: {
      dataPoints: field(
        {
          type: 'array',
          items: {
            title: 'ExperiencePoint',
            type: 'object',
            required: [
              'label',
              'experienceScore',
              'sentimentScore',
              'reputationScore',
              'listingScore',
              'responses',
              'reviews',
            ],
            properties: {
              label: field(text, 'The first day of the period, MM/DD/YYYY', '01/01/2025'),
              experienceScore: field(scoreOrNone, 'From the others; `null` where nobody has said anything', 68.4),
              sentimentScore: field(scoreOrNone, 'From answers of 0 to 10; `null` without any', 71.2),
              reputationScore: field(scoreOrNone, 'From ratings; `null` without any', 66.7),
              listingScore: field(score, 'How much of the profiles is filled, now', 80),
              responses: field(count, 'Complete responses', 12),
              reviews: field(count, 'Reviews', 5),
            },
          },
        },
        'By time',
      ),
    },
  },
  errors: {
    businessInvalid: errors.businessInvalid,
    businessNumbersRequired: errors.businessNumbersRequired,
    dateInvalid: errors.dateInvalid,
    dateUnknown: errors.dateUnknown,
    endBeforeStart: errors.endBeforeStart,
  },
  bodyIdentifiers: ['businessNumbers'],
  access: ['BatchGetItem', 'Query'],
} as const satisfies Contract;
