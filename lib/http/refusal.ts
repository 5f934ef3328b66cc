/** What a refusal of the handler names, for problem details. Pure. */
import type { NamedParameter } from '../contract/derived.ts';
import type { ErrorEntry } from '../contract/error-entry.ts';
import type { Contract } from '../contract/operation.ts';
import type { Violation } from '../contract/violations.ts';

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

/** A refusal, as it was thrown. */
export interface Refusal {
  readonly entry: ErrorEntry;
  readonly violations: readonly Violation[];
}

/**
 * What problem details list for a refusal: its violations; without any the parameter whose record was not found; and what
 * was wrong with the request itself and waited for that record (`ChainEvent.late`).
 */
export const violationsOf = (
  { entry, violations }: Refusal,
  naming: Naming,
  late: readonly Violation[] = [],
): readonly Violation[] => {
  if (entry.status >= 500) return violations;
  const isOwn = ({ error }: Violation) => error.code === entry.code;
  const others = late.filter((each) => !violations.includes(each));
  const isLate = others.some(isOwn);
  const own = violations.length > 0 || isLate ? violations : addressedBy(naming, entry);
  // The refusal itself is the first entry, whether something names it or not.
  const first = own.length > 0 || isLate || others.length === 0 ? own : [{ path: '', error: entry }];
  return [...first, ...others.filter(isOwn), ...others.filter((each) => !isOwn(each))];
};
