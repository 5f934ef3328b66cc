/** Requests of start bulk update against the demo data. */
import type { Cases } from '../../contract/cases.ts';
import * as errors from '../../contract/error-rows.ts';
import { foreignAccount } from '../../contract/foreign.ts';
import { ABSENT_JOB, DEMO_JOB } from './demo.cases.ts';
import type { startBulkUpdate } from './start-bulk-update.ts';

const updates = [
  { businessNumber: 700101, patch: { keywords: 'grill, patio' } },
  { businessNumber: 700102, patch: { keywords: 'bakery' } },
];
const UNPROVOKED = { unprovoked: 'test/functions/bulk/bulk-update.test.ts' } as const;

export const startBulkUpdateCases: Cases<typeof startBulkUpdate> = {
  parameters: { 'x-business-number': 700100 },
  examples: [
    {
      summary: 'A dry run of two rows',
      body: { updates, dryRun: true, note: 'Keywords' },
      reply: {
        jobId: 'blk_3f9a1c5b7d2e4f60',
        state: 'RUNNING',
        note: 'Keywords',
        dryRun: true,
        ...{ rows: 2, done: 0, succeeded: 0, changed: 0, failed: 0 },
        createdAt: '2026-03-04T05:06:07.890Z',
        startedAt: '2026-03-04T05:06:07.890Z',
        endedAt: null,
      },
      varies: ['jobId', 'createdAt', 'startedAt'],
    },
  ],
  provocations: {
    businessInvalid: { parameters: { 'x-business-number': 799999 } },
    jobNotFound: { body: { updates, jobId: ABSENT_JOB, offset: 0 } },
    bulkUpdateNotOpen: { body: { updates, jobId: DEMO_JOB, offset: 2 } },
    tooManyBulkRows: UNPROVOKED,
    wrongOffset: UNPROVOKED,
    rateLimitExceeded: UNPROVOKED,
  },
  invalid: {
    body: { updates: [updates[0], { businessNumber: 700102 }] },
    message: 'updates[1].patch is required',
    violations: [{ pointer: '/updates/1/patch' }],
  },
  foreign: { 'x-business-number': foreignAccount('x-business-number', errors.businessInvalid) },
};
