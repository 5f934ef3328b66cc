/** Shared schemas of bulk updates. */
import { text } from '../../contract/atoms.ts';
import * as errors from '../../contract/error-rows.ts';
import { field } from '../../contract/field.ts';
import type { Parameter } from '../../contract/operation.ts';

export const STATES = ['OPEN', 'RUNNING', 'DONE', 'CANCELLED', 'EXPIRED'] as const;

const count = { type: 'integer' } as const;
const time = { type: 'string', format: 'date-time' } as const;
const laterTime = { type: ['string', 'null'], format: 'date-time' } as const;

export const jobId = {
  required: true,
  description: 'The job, as start bulk update returned it: `blk_...`',
  schema: { type: 'string', maxLength: 100 },
  addresses: errors.routeNotFound,
} as const satisfies Parameter;

/** The fields of a job in every response. */
export const jobFields = {
  jobId: field(text, 'Id of the job; 0 for a dry run of the request', 'blk_3f9a1c5b7d2e4f60'),
  state: field(
    { enum: STATES },
    'OPEN: takes more rows, for 24 hours. RUNNING, then DONE or CANCELLED. EXPIRED: it was never started',
    'RUNNING',
  ),
  note: field(text, 'The note of its first request', 'Holiday hours'),
  dryRun: field({ type: 'boolean' }, 'Whether its rows are only validated', false),
  rows: field(count, 'Rows that were added', 1000),
  done: field(count, 'Rows that have a result', 400),
  succeeded: field(count, 'Rows that ended with 200', 399),
  changed: field(count, 'Rows that changed their location, or would change it', 380),
  failed: field(count, 'Rows that ended with an error', 1),
  createdAt: field(time, 'When it was created', '2026-03-04T05:06:07.890Z'),
  startedAt: field(laterTime, 'When it was started', '2026-03-04T05:06:07.890Z'),
  endedAt: field(laterTime, 'When it ended', null),
} as const;

export const job = {
  title: 'BulkUpdate',
  type: 'object',
  required: Object.keys(jobFields) as (keyof typeof jobFields)[],
  properties: jobFields,
} as const;
