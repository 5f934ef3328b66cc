/** The body of an error response as RFC 9457 problem details. Pure. */
import { isObject, type JsonObject } from '../contract/coercion.ts';
import type { ErrorEntry } from '../contract/error-entry.ts';
import { MOST_VIOLATIONS, pointerOf, unescaped, type Violation } from '../contract/violations.ts';

const isList = (value: unknown): boolean => Array.isArray(value) || (isObject(value) && Object.hasOwn(value, '0'));

/** A pointer into the body as it was sent: a list of one item may have come as the item alone. */
const asSent = (pointer: string, sent: unknown): string => {
  let value = sent;
  const segments = pointer.split('/').slice(1);
  const kept = segments.filter((segment) => {
    if (segment === '0' && value !== undefined && value !== null && !isList(value)) return false;
    value = (value as JsonObject | undefined)?.[unescaped(segment)];
    return true;
  });
  return kept.map((segment) => `/${segment}`).join('');
};

/** Violations with pointers into the body as it was sent, one of each field: of a list and its only item the first. */
const placed = (
  violations: readonly Violation[],
  sent: unknown,
): readonly (Violation & { readonly pointer: string })[] => {
  const seen = new Set<string>();
  return violations.flatMap((violation) => {
    const pointer = asSent(violation.pointer ?? pointerOf(violation.path), sent);
    if (seen.has(pointer)) return [];
    if (pointer !== '') seen.add(pointer);
    return [{ ...violation, pointer }];
  });
};

/**
 * The body of the response. `code` and `message` equal those of the plain body. `errors` lists up to a thousand
 * violated rules with their fields; the first is the one in the plain body. What concerns a parameter names it.
 *
 * @param titles - by error code (cdk/build/titles.ts)
 * @param sent - the request's body, before it was normalized
 */
export const problemBody = (
  { status, code, message }: ErrorEntry,
  violations: readonly Violation[],
  titles: Readonly<Record<string, string>>,
  sent?: unknown,
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
      : placed(violations, sent)
          .slice(0, MOST_VIOLATIONS)
          .map(({ pointer, error, parameter, limit, actual }) => ({
            pointer,
            ...(parameter !== undefined && { parameter }),
            code: error.code,
            message: error.message,
            ...(limit !== undefined && { limit }),
            ...(actual !== undefined && { actual }),
          })),
});
