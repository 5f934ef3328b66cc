/** The body of an error response as RFC 9457 problem details. Pure. */
import { isObject, type JsonObject } from '../contract/coercion.ts';
import type { ErrorEntry } from '../contract/error-entry.ts';
import { isBlank } from '../contract/text.ts';
import { MOST_VIOLATIONS, pointerOf, unescaped, type Violation } from '../contract/violations.ts';

/** The body of a request, parsed, and normalized; absent as far as it was not read. */
export interface SentBody {
  readonly body?: unknown;
  readonly normalized?: { readonly body: unknown } | undefined;
}

const inside = (value: unknown, segment: string): unknown => (value as JsonObject | null | undefined)?.[segment];

/** Where a row of a list stands in the list that was sent; `undefined` where that can't be known. */
type RowOf = (row: number) => number | undefined;

/** Of a closed day, periods go whose fields are all blank. */
const isBlankRow = (row: unknown): boolean => isBlank(row) || (isObject(row) && Object.values(row).every(isBlank));

/** Of a normalized list, from which blank rows may have gone, or in which one may have become several, at its commas. */
const rowsOf = (sent: readonly unknown[], normalized: unknown): RowOf => {
  if (!Array.isArray(normalized)) return (row) => row;
  const read = new Set(normalized);
  const isSplit = (each: unknown) => typeof each === 'string' && each.includes(',') && !read.has(each.trim());
  if (sent.some(isSplit)) return () => undefined;
  if (normalized.length === sent.length) return (row) => row;
  for (const isGone of [isBlank, isBlankRow]) {
    const kept = [...sent.keys()].filter((each) => !isGone(sent[each]));
    if (kept.length === normalized.length) return (row) => kept[row];
  }
  return () => undefined;
};

/** Each list that was sent is looked through once, however many of its rows are wrong. */
type Lists = Map<readonly unknown[], RowOf>;

/**
 * A pointer into the body as it was sent: a list of one item may have come as the item alone, or as text, and blank rows
 * were dropped.
 */
const asSent = (pointer: string, { body, normalized }: SentBody, lists: Lists): string => {
  let value: unknown = body ?? undefined;
  let read = normalized?.body;
  let shown = '';
  for (const segment of pointer.split('/').slice(1)) {
    const name = unescaped(segment);
    let own = name;
    if (Array.isArray(value) && /^[0-9]+$/.test(name)) {
      const rowOf = lists.get(value) ?? rowsOf(value, read);
      lists.set(value, rowOf);
      const row = rowOf(Number(name));
      if (row === undefined) return shown;
      own = String(row);
    }
    read = inside(read, name);
    if (value !== undefined) {
      // What is no object has no fields to point to.
      if (typeof value !== 'object' || value === null) return shown;
      if (name === '0' && !Array.isArray(value) && !Object.hasOwn(value, name)) continue;
    }
    value = inside(value, own);
    shown += `/${own === name ? segment : own}`;
  }
  return shown;
};

/**
 * Up to `MOST_VIOLATIONS` with pointers into the body as it was sent: the first of each field, and of a list and its only
 * item; what is wrong with the body as a whole may be several things.
 */
const placed = (
  violations: readonly Violation[],
  sent: SentBody,
): readonly (Violation & { readonly pointer: string })[] => {
  const found = new Map<string, Violation & { readonly pointer: string }>();
  const lists: Lists = new Map();
  for (const violation of violations) {
    if (found.size === MOST_VIOLATIONS) break;
    const pointer = asSent(violation.pointer ?? pointerOf(violation.path), sent, lists);
    const spot = pointer || `${violation.parameter ?? ''} ${violation.error.message}`;
    if (!found.has(spot)) found.set(spot, { ...violation, pointer });
  }
  return [...found.values()];
};

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
  sent: SentBody = {},
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
      : placed(violations, sent).map(({ pointer, error, parameter, limit, actual }) => ({
          pointer,
          ...(parameter !== undefined && { parameter }),
          code: error.code,
          message: error.message,
          ...(limit !== undefined && { limit }),
          ...(actual !== undefined && { actual }),
        })),
});
