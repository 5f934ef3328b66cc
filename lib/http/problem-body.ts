/** The body of an error response as RFC 9457 problem details. Pure. */
import type { ErrorEntry } from '../contract/error-entry.ts';
import { MOST_VIOLATIONS, pointerOf, type Violation } from '../contract/violations.ts';

/**
 * The body of the response. `code` and `message` equal those of the plain body. `errors` lists up to a thousand
 * violated rules with their fields; the first is the one in the plain body. What concerns a parameter names it.
 *
 * @param titles - by error code (cdk/build/titles.ts)
 */
export const problemBody = (
  { status, code, message }: ErrorEntry,
  violations: readonly Violation[],
  titles: Readonly<Record<string, string>>,
) => ({
  type: `urn:partner-listing-api:error:${code}`,
  title: titles[code] ?? message,
  status,
  detail: message,
  code,
  message,
  errors:
    violations.length === 0
      ? [{ code, message }]
      : violations
          .slice(0, MOST_VIOLATIONS)
          .map(({ path, pointer = pointerOf(path), error, parameter, limit, actual }) => ({
            pointer,
            ...(parameter !== undefined && { parameter }),
            code: error.code,
            message: error.message,
            ...(limit !== undefined && { limit }),
            ...(actual !== undefined && { actual }),
          })),
});
