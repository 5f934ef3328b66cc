/** Whether a client requests errors as RFC 9457 problem details (`problem-body.ts`) with `Accept`. Pure. */
import { weightOf } from './accepted.ts';

export const PROBLEM_JSON = 'application/problem+json';

/** Whether `Accept` prefers problem details: it gives them a higher weight than JSON, or names them alone. */
export const wantsProblem = (accept: string | undefined): boolean => {
  const problem = weightOf(accept, [PROBLEM_JSON]) ?? 0;
  return problem > (weightOf(accept, ['application/json', 'application/*', '*/*']) ?? 0);
};
