/** Requests of cancel bulk update against the demo data. */
import type { Cases } from '../../contract/cases.ts';
import type { cancelBulkUpdate } from './cancel-bulk-update.ts';
import { ABSENT_JOB, DEMO_JOB, demoReply, foreignJob, SECOND_JOB, TIMES } from './demo.cases.ts';

export const cancelBulkUpdateCases: Cases<typeof cancelBulkUpdate> = {
  parameters: { jobId: DEMO_JOB },
  examples: [
    { summary: 'A job that has ended', ofItems: true, reply: demoReply, varies: TIMES },
    {
      summary: 'Another one',
      ofItems: true,
      parameters: { jobId: SECOND_JOB },
      reply: { ...demoReply, jobId: SECOND_JOB },
      varies: TIMES,
    },
  ],
  provocations: {
    jobNotFound: { parameters: { jobId: ABSENT_JOB } },
    conflict: { unprovoked: 'test/functions/bulk/bulk-update.test.ts' },
  },
  invalid: {
    parameters: { validateOnly: 'perhaps' },
    message: 'validateOnly must be true or false',
    violations: [{ pointer: '', parameter: 'validateOnly' }],
  },
  foreign: { jobId: foreignJob },
};
