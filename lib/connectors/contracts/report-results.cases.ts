/** Requests of report results against the demo data. */
import type { Cases } from '../../contract/cases.ts';
import type { reportResults } from './report-results.ts';

const jobId = 'job_f078_1790000000000_4be1a874356f0d2c';

export const reportResultsCases: Cases<typeof reportResults> = {
  parameters: {},
  examples: [
    {
      summary: 'A job that has expired',
      body: { results: [{ jobId, status: 'done', id: '17841400000000001' }] },
      reply: { results: [{ jobId, outcome: 'unknown' }] },
    },
  ],
  provocations: {},
  invalid: {
    body: { results: [{ jobId }] },
    message: 'results[0].status is required',
    violations: [{ pointer: '/results/0/status' }],
  },
  foreign: {},
};
