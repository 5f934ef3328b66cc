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
  // Any number is accepted: one that can't be a location's is answered like an unknown location (1011).
  items: { type: 'number', format: 'int64' },
  minItems: 1,
  maxItems: 100,
  'x-blank': 'check',
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
  description: `Returns scores of 0 to 100, to one decimal, for some locations of an account, period by period, from survey responses
and reviews:

- \`sentimentScore\` is 50 + 50 × (answers of 9 and 10 − answers of 0 to 6) / all answers to nps questions.
- \`reputationScore\` is the mean of reviews and answers to rating questions, where 1 is 0 and 5 is 100, plus five of
  50.
- \`listingScore\` is the share of twenty profile fields that are filled now.
- \`experienceScore\` weighs them by 0.4, 0.4 and 0.2, without those that are \`null\`.

There is a point for each period, including empty ones. The first period begins at \`startDate\`, the last one ends at
\`endDate\`; weeks begin on Monday. At most 400 points and 1,830 days are allowed. \`reviewSources\` and \`ratings\` filter
reviews; answers to rating questions always count in \`reputationScore\`. New data is included within a few seconds.`,
  headers: {
    'x-business-number': addressed(
      errors.businessInvalid,
      'Number of the account or of one of its locations; it selects the account',
    ),
  },
  request: {
    title: 'ExperienceQuery',
    type: 'object',
    properties: {
      businessNumbers: field(numbers, 'Locations of the account, 1 to 100', [700101, 700102]),
      startDate: field(neededDay, 'First day, MM/DD/YYYY, in UTC', '01/01/2025'),
      endDate: field(neededDay, 'Last day, MM/DD/YYYY', '12/31/2025'),
      reviewSources: field(
        { type: 'array', items: text, 'x-read': 'list', maxItems: 100 },
        'Aliases of review sources, case-insensitive; all by default',
        ['alpha'],
      ),
      ratings: field({ type: 'array', items: rating, maxItems: 100 }, 'Ratings of reviews, 0 to 5; all by default', [
        '5',
      ]),
      groupByType: field({ enum: ['day', 'week', 'month'] }, 'Length of a period; `week` by default', 'month'),
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
              experienceScore: field(
                scoreOrNone,
                'Weighted from the other scores; `null` without responses and reviews',
                68.4,
              ),
              sentimentScore: field(scoreOrNone, 'From nps answers; `null` without any', 71.2),
              reputationScore: field(scoreOrNone, 'From ratings; `null` without any', 66.7),
              listingScore: field(score, 'Completeness of the profiles, as of now', 80),
              responses: field(count, 'Complete responses', 12),
              reviews: field(count, 'Reviews', 5),
            },
          },
        },
        'Sorted by time',
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
