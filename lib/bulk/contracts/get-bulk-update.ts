/** Get bulk update: how far a job is, and the results of its rows. */
import { text, trueOrFalse } from '../../contract/atoms.ts';
import * as errors from '../../contract/error-rows.ts';
import { field } from '../../contract/field.ts';
import * as laterErrors from '../../contract/later-error-rows.ts';
import type { Contract } from '../../contract/operation.ts';
import { jobFields, jobId } from './shared-schemas.ts';

const count = { type: 'integer' } as const;
const nullable = (type: string) => ({ type: [type, 'null'] }) as const;

export const KINDS = ['all', 'succeeded', 'failed'] as const;

export const getBulkUpdate = {
  id: 'getBulkUpdate',
  module: 'bulk',
  method: 'GET',
  path: '/v1/business/bulk/{jobId}',
  summary: 'Get bulk update',
  tag: 'Bulk updates',
  description: `Returns the progress of a bulk update, and a page of the results of its rows, in the order in which they were added.
Rows that were not executed have no result: those that wait, and those of a cancelled job. A job is shown for 30 days.`,
  pathParameters: { jobId },
  query: { status: { description: 'Only results of this kind; all by default', schema: { enum: KINDS } } },
  paging: {
    start: 'startIndex',
    size: 'pageSize',
    defaultSize: 100,
    firstPage: true,
    ahead: true,
    most: 1000,
    tooDeep: laterErrors.pageTooDeep,
  },
  reply: {
    title: 'BulkUpdateResults',
    type: 'object',
    required: [...(Object.keys(jobFields) as (keyof typeof jobFields)[]), 'totalCount', 'results'],
    properties: {
      ...jobFields,
      totalCount: field(count, 'How many results of that kind there are', 400),
      results: field(
        {
          type: 'array',
          items: {
            title: 'BulkResult',
            type: 'object',
            required: ['row', 'businessNumber', 'status', 'code', 'message', 'changed', 'etag'],
            properties: {
              row: field(count, 'Position of the row in the job, from 0', 0),
              businessNumber: field({ ...count, format: 'int64' }, 'The location', 700101),
              status: field(count, 'The status that patch business would return', 200),
              code: field(nullable('integer'), 'The code of an error', null),
              message: field(nullable('string'), 'The message of an error', null),
              changed: field(trueOrFalse, 'Whether it changed the location, or would change it', true),
              etag: field({ ...text, type: ['string', 'null'] }, 'The version of the location afterwards', '"4"'),
            },
          },
        },
        'The page',
      ),
    },
  },
  errors: { jobNotFound: errors.routeNotFound },
  access: ['GetItem', 'BatchGetItem'],
} as const satisfies Contract;
