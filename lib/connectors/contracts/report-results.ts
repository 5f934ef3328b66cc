/** Report results: results of jobs, and numbers of posts. */
import { anyCase } from '../../contract/any-case.ts';
import { maxText, text } from '../../contract/atoms.ts';
import { field } from '../../contract/field.ts';
import type { Contract } from '../../contract/operation.ts';
import { recordNumber } from '../../contract/parameters.ts';
import type { OneOf } from '../../contract/well-typed.ts';
import { STATUSES } from '../rules/results.ts';

const MOST_ROWS = 20;
/** Either the end of a job, or numbers of a post. */
const FORMS: OneOf = [
  ['jobId', 'status'],
  ['trackingId', 'businessNumber', 'impressions'],
  ['trackingId', 'businessNumber', 'engagements'],
];
const OUTCOMES = ['applied', 'unchanged', 'late', 'refused', 'unknown'] as const;
const total = { type: 'integer', minimum: 0, maximum: Number.MAX_SAFE_INTEGER } as const;

export const reportResults = {
  id: 'reportResults',
  module: 'connectors',
  method: 'POST',
  path: '/v1/connectors/results',
  summary: 'Report results',
  tag: 'Connectors',
  description: `Reports the results of jobs that a connector accepted with 202, and numbers of posts. A row is one of two:

- the end of a job: \`jobId\` and \`status\`. \`done\` of a publication or a message needs an \`id\`.
- numbers of a post at a location: \`trackingId\`, \`businessNumber\`, and \`impressions\` or \`engagements\`, totals so far. They
  replace the numbers before them.

Rows are processed in order, each by itself. The first result of a job counts: the same result again is \`unchanged\`, another
one \`late\`. \`done\` for a job that ended without a result is \`applied\`. \`refused\` is \`done\` without an id that the job
needs, and \`unknown\` a job or post that doesn't exist, belongs to another partner or has expired. After a 503, send all rows
again. A dry run compares each row with what is stored, not with the rows before it. Keys of connectors may call this operation.`,
  writes: true,
  lasting: true,
  connectorKeys: true,
  request: {
    title: 'ResultsToReport',
    type: 'object',
    required: ['results'],
    properties: {
      results: field(
        {
          type: 'array',
          'x-read': 'array',
          'x-blank': 'check',
          minItems: 1,
          maxItems: MOST_ROWS,
          'x-errors': { minItems: 'must have at least one row' },
          items: {
            title: 'ResultToReport',
            type: 'object',
            'x-one-of': FORMS,
            properties: {
              jobId: field(
                maxText(256),
                'The job: `webhook-id` of its request',
                'job_f078_1790000000000_4be1a874356f0d2c',
              ),
              status: field(anyCase(STATUSES), 'How the job ended: done, failed or rejected', 'done'),
              id: field(maxText(256), 'The id of the post or message outside', '17841400000000001'),
              url: field(maxText(2048), 'URL of the post on the site', 'https://alpha.example/p/17841400000000001'),
              reason: field(
                maxText(10_000),
                'Why it failed; the partner sees up to 500 characters',
                'The picture is too small',
              ),
              channel: field(
                anyCase(['disconnected']),
                'For failed: the location’s channel is disconnected',
                'disconnected',
              ),
              trackingId: field(maxText(256), 'The post', 'trk_4be1a874356f0d2c9bc1a874'),
              businessNumber: field(recordNumber, 'The location', 700101),
              impressions: field(total, 'How often it was shown so far', 1200),
              engagements: field(total, 'How often someone reacted to it so far', 48),
            },
          },
        },
        `Rows, 1 to ${MOST_ROWS}`,
        [{ jobId: 'job_f078_1790000000000_4be1a874356f0d2c', status: 'done', id: '17841400000000001' }],
      ),
    },
  },
  reply: {
    title: 'ResultsReported',
    type: 'object',
    required: ['results'],
    properties: {
      results: field(
        {
          type: 'array',
          items: {
            title: 'ResultReported',
            type: 'object',
            required: ['jobId', 'outcome'],
            properties: {
              jobId: field(
                { type: ['string', 'null'] },
                'The job; null of numbers',
                'job_f078_1790000000000_4be1a874356f0d2c',
              ),
              outcome: field({ ...text, enum: OUTCOMES }, 'Outcome of the row', 'applied'),
            },
          },
        },
        'One for each row, in order',
      ),
    },
  },
  errors: {},
  access: ['GetItem', 'BatchGetItem', 'PutItem', 'UpdateItem', 'ConditionCheckItem'],
} as const satisfies Contract;
