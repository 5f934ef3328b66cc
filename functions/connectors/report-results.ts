/** POST /v1/connectors/results: results of jobs, and numbers of posts. */
import { reportResults } from '../../lib/connectors/contracts/report-results.ts';
import { reportResultsOf } from '../../lib/connectors/report.ts';
import { validatedResults } from '../../lib/connectors/rules/results.ts';
import { endpointWithRules } from '../../lib/http/endpoint.ts';
import { jobKinds as kinds } from '../../lib/job-kinds.ts';
import { readNumbers } from '../../lib/social/set-numbers.ts';

export const handler = endpointWithRules(
  reportResults,
  { prepare: validatedResults },
  async ({ store, prepared: rows, validateOnly }) => ({
    results: await reportResultsOf(store, rows, { kinds, readNumbers, validateOnly }),
  }),
);
