/** The rows of a request to start a bulk update, and what is wrong with it. Pure. */
import { isObject, type JsonObject } from '../../contract/coercion.ts';
import { invalid } from '../../contract/errors.ts';
import { NumberText } from '../../contract/number-text.ts';
import type { Violation } from '../../contract/violations.ts';
import { isSent } from '../../contract/well-typed.ts';

/** A row to be executed: a patch of a location. */
export interface Row {
  readonly businessNumber: number;
  /** The JSON text of the patch. */
  readonly patch: string;
  readonly ifMatch?: string | undefined;
}

/** What a request adds to a job. */
export type Added =
  | { readonly rows: readonly Row[] }
  /** One patch for these locations; for all of the account, if none are named. */
  | { readonly patch: string; readonly businessNumbers: readonly number[] }
  | undefined;

/** The most rows of one patch. */
export const MOST_LOCATIONS = 10_000;

/** JSON text in which numbers are spelled as they were sent: a row is checked as the same patch would be. */
export const sourceText = (value: unknown): string => {
  if (value instanceof NumberText) return value.source;
  if (Array.isArray(value)) return `[${value.map(sourceText).join(',')}]`;
  if (!isObject(value)) return JSON.stringify(value) ?? 'null';
  return `{${Object.entries(value)
    .map(([name, each]) => `${JSON.stringify(name)}:${sourceText(each)}`)
    .join(',')}}`;
};

interface SentRow {
  readonly businessNumber?: unknown;
  readonly patch?: unknown;
  readonly ifMatch?: string | null;
}

/** What a checked body adds. */
export const addedBy = ({ updates, patch, businessNumbers = [] }: JsonObject): Added => {
  if (Array.isArray(updates) && updates.length > 0)
    return {
      rows: (updates as readonly Required<SentRow>[]).map(({ businessNumber, patch: own, ifMatch }) => ({
        businessNumber: Number(businessNumber),
        patch: sourceText(own),
        ...(ifMatch && { ifMatch }),
      })),
    };
  if (patch === undefined) return undefined;
  return { patch: sourceText(patch), businessNumbers: [...new Set(businessNumbers as readonly number[])] };
};

const violation = (path: string, problem: string): Violation => ({ path, error: invalid(path, problem) });

/** What the schema of the body can't express. */
export const startViolations = (body: JsonObject): readonly Violation[] => {
  const { updates, jobId, offset, start = true, businessNumbers } = body;
  const hasRows = Array.isArray(updates) && updates.length > 0;
  // A patch that is no object, and a list that is no list, are refused by the schema.
  const hasPatch = isSent(body, 'patch');
  const actual = new Set(Array.isArray(businessNumbers) ? businessNumbers : []).size;
  if (actual > MOST_LOCATIONS)
    return [
      { ...violation('businessNumbers', `must have at most ${MOST_LOCATIONS} items`), limit: MOST_LOCATIONS, actual },
    ];
  const isAdding = hasRows || hasPatch;
  if (hasRows && hasPatch) return [violation('patch', 'must not be sent with updates')];
  if (!isAdding && !isSent(body, 'updates') && (jobId === undefined || start === false))
    return [violation('updates', 'is required')];
  return isAdding && jobId !== undefined && offset === undefined ? [violation('offset', 'is required')] : [];
};

/** The text of an object in the bucket. */
export const textOfRows = (rows: readonly Row[]): string => {
  const [first] = rows;
  const isOnePatch = rows.length > 1 && rows.every(({ patch, ifMatch }) => patch === first!.patch && !ifMatch);
  if (isOnePatch) return JSON.stringify({ patch: first!.patch, numbers: rows.map((row) => row.businessNumber) });
  return JSON.stringify({
    rows: rows.map(({ businessNumber, patch, ifMatch }) => [businessNumber, patch, ...(ifMatch ? [ifMatch] : [])]),
  });
};

/** The rows in the text of an object: the opposite of `textOfRows`. */
export const rowsInText = (text: string): readonly Row[] => {
  const { patch, numbers, rows } = JSON.parse(text) as {
    readonly patch?: string;
    readonly numbers?: readonly number[];
    readonly rows?: readonly (readonly [number, string, string?])[];
  };
  if (numbers) return numbers.map((businessNumber) => ({ businessNumber, patch: patch! }));
  return (rows ?? []).map(([businessNumber, own, ifMatch]) => ({ businessNumber, patch: own, ifMatch }));
};
