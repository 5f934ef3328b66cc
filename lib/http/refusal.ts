/** What a refusal of the handler names, for problem details. Pure. */
import type { NamedParameter } from '../contract/derived.ts';
import type { ErrorEntry } from '../contract/error-entry.ts';
import type { Contract } from '../contract/operation.ts';
import type { Violation } from '../contract/violations.ts';
import { ApiError } from './api-error.ts';

export interface Naming {
  /** The parameters of the operation. */
  readonly list: readonly NamedParameter[];
  readonly bodyIdentifiers?: Contract['bodyIdentifiers'] | undefined;
}

/**
 * The parameter whose record an error says there is none of: an unknown number is reported like a malformed one
 * (docs/decisions.md: order of checks). None where the error may be about another parameter, or about the body.
 */
export const addressedBy = ({ list, bodyIdentifiers }: Naming, error: ErrorEntry): readonly Violation[] => {
  const named = list.filter(({ addresses }) => addresses?.code === error.code);
  const isClear = named.length === 1 && !bodyIdentifiers;
  return isClear ? named.map(({ name }) => ({ path: '', parameter: name, error })) : [];
};

/**
 * Completes a refusal that came without violations: by the parameter whose record it did not find, and by what was wrong
 * with the request itself and waited for that record (`ChainEvent.late`).
 */
export const completed = (error: unknown, naming: Naming, late: readonly Violation[] = []): unknown => {
  if (!(error instanceof ApiError) || error.entry.status >= 500) return error;
  const { entry, violations, headers } = error;
  const isOwn = ({ error: { code } }: Violation) => code === entry.code;
  const isLate = late.some(isOwn);
  const own = violations.length > 0 || isLate ? violations : addressedBy(naming, entry);
  if (own.length === 0 && late.length === 0) return error;
  // The refusal itself is the first entry, whether something names it or not.
  const first = own.length > 0 || isLate ? own : [{ path: '', error: entry }];
  const others = late.filter((each) => !own.includes(each));
  const ordered = [...others.filter(isOwn), ...others.filter((each) => !isOwn(each))];
  return new ApiError(entry, { headers, violations: [...first, ...ordered] });
};
