/** Error responses as RFC 9457 problem details, for a client that asks for them with its `Accept` header. Pure. */
import type { ErrorEntry } from '../contract/error-entry.ts';
import { MOST_VIOLATIONS, type Violation } from '../contract/violations.ts';
import { weightOf } from './accepted.ts';

export const PROBLEM_JSON = 'application/problem+json';

/** Whether `Accept` prefers problem details: named, and above JSON by weight, or asked for alone. */
export const wantsProblem = (accept: string | undefined): boolean => {
  const problem = weightOf(accept, [PROBLEM_JSON]) ?? 0;
  return problem > (weightOf(accept, ['application/json', 'application/*', '*/*']) ?? 0);
};

/** `hoursOfOperations[0].day` as a JSON Pointer (RFC 6901): `/hoursOfOperations/0/day`. */
const pointer = (path: string): string =>
  path === ''
    ? ''
    : `/${path
        .replaceAll('~', '~0')
        .replaceAll('/', '~1')
        .replace(/\[([0-9]+)\]/g, '.$1')
        .replaceAll('.', '/')}`;

/**
 * The body of the response. Its `code` and `message` are those of the plain one; `errors` names every violated rule
 * with the field it is about, up to a thousand, the first being the one that the plain body names.
 */
export const problemBody = ({ status, code, message }: ErrorEntry, violations: readonly Violation[]) => ({
  type: `urn:partner-listing-api:error:${code}`,
  title: message,
  status,
  detail: message,
  code,
  message,
  errors:
    violations.length === 0
      ? [{ code, message }]
      : violations.slice(0, MOST_VIOLATIONS).map(({ path, error, limit, actual }) => ({
          pointer: pointer(path),
          code: error.code,
          message: error.message,
          ...(limit !== undefined && { limit }),
          ...(actual !== undefined && { actual }),
        })),
});
