/** Requests of get bulk update against the demo data. */
import type { Cases } from '../../contract/cases.ts';
import { ABSENT_JOB, DEMO_JOB, demoJobs, demoReply, demoResults, foreignJob, TIMES } from './demo.cases.ts';
import type { getBulkUpdate } from './get-bulk-update.ts';

export const getBulkUpdateCases: Cases<typeof getBulkUpdate> = {
  parameters: { jobId: DEMO_JOB },
  items: demoJobs,
  examples: [
    {
      summary: 'A dry run of two rows',
      ofItems: true,
      reply: { ...demoReply, totalCount: 2, results: demoResults },
      varies: TIMES,
    },
  ],
  provocations: { jobNotFound: { parameters: { jobId: ABSENT_JOB } } },
  invalid: {
    parameters: { status: 'none' },
    message: 'status must be one of all, succeeded, failed',
    violations: [{ pointer: '', parameter: 'status' }],
  },
  foreign: { jobId: foreignJob },
};
