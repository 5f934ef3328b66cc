/** What a refusal of the handler names, for problem details. Pure. */

import type { DeployedContract } from '../contract/deployed.ts';
import type { NamedParameter } from '../contract/derived.ts';
import type { ErrorEntry } from '../contract/error-entry.ts';
import { type Place, placeIn, placeOf, type Violation } from '../contract/violations.ts';
import type { ParameterValues } from './event.ts';

export interface Naming {
  /** The parameters of the operation. */
  readonly list: readonly NamedParameter[];
  readonly bodyIdentifiers?: DeployedContract['bodyIdentifiers'] | undefined;
}

/** What a request said; absent as far as it was not read. */
export interface Said {
  readonly values?: Pick<ParameterValues, 'path' | 'query' | 'headers'> | undefined;
  readonly normalized?: { readonly body: unknown } | undefined;
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

type Value = number | string;

/** A value or a client's name of a request, where it stands, and the field, list or parameter that has it. */
interface Leaf {
  readonly value: Value;
  readonly field: string;
  readonly at: Pick<Violation, 'path' | 'pointer' | 'parameter'>;
}

const leavesOf = (value: unknown, at: Place, field = at.pointer): readonly Leaf[] => {
  if (typeof value === 'number' || typeof value === 'string') return [{ value, field, at }];
  if (Array.isArray(value)) return value.flatMap((item, row) => leavesOf(item, placeIn(at, row), at.pointer));
  return Object.entries(value ?? {}).flatMap(([name, inner]) => {
    const place = placeIn(at, name);
    return [{ value: name, field: at.pointer, at: place }, ...leavesOf(inner, place)];
  });
};

/** Of a list in a parameter only the name: the rest would be a position in the client's text. */
const parametersOf = ({ values }: Said): readonly Leaf[] =>
  [values?.path, values?.query, values?.headers]
    .flatMap((place) => Object.entries(place ?? {}))
    .flatMap(([parameter, value]) =>
      leavesOf(value, placeOf('')).map((leaf) => ({ ...leaf, field: parameter, at: { path: '', parameter } })),
    );

/**
 * The places of the values that an error is about. None where they stand in several fields: the error may be about any
 * of them.
 */
export const placesOf = (error: ErrorEntry, said: Said): readonly Violation[] => {
  if (!error.about) return [];
  const about = new Set(error.about.map(String));
  const leaves = [...parametersOf(said), ...leavesOf(said.normalized?.body, placeOf(''))];
  const named = leaves.filter(({ value }) => about.has(String(value)));
  const isClear = new Set(named.map(({ field }) => field)).size === 1;
  return isClear ? named.map(({ at }) => ({ ...at, error })) : [];
};

/** By what the places of two violations differ; what is wrong with the body as a whole may be several things. */
const spotOf = ({ path, parameter, error }: Violation): string => `${parameter ?? ''} ${path || error.message}`;

/** A refusal, as it was thrown. */
export interface Refusal {
  readonly entry: ErrorEntry;
  readonly violations: readonly Violation[];
}

/**
 * What problem details list for a refusal: its violations; without any the values that it is about, or the parameter
 * whose record was not found; and what was wrong with the request itself and waited for that record
 * (`ChainEvent.late`).
 */
export const violationsOf = (
  { entry, violations }: Refusal,
  naming: Naming,
  { late = [], ...said }: Said & { readonly late?: readonly Violation[] | undefined },
): readonly Violation[] => {
  if (entry.status >= 500) return violations;
  const isOwn = ({ error }: Violation) => error.code === entry.code;
  const listed = new Set(violations.map(spotOf));
  const others = late.filter((each) => !listed.has(spotOf(each)));
  const isLate = others.some(isOwn);
  const named = () => [placesOf(entry, said), addressedBy(naming, entry)].find(({ length }) => length > 0) ?? [];
  const own = violations.length > 0 || isLate ? violations : named();
  // The refusal itself is the first entry, whether something names it or not.
  const first = own.length > 0 || isLate || others.length === 0 ? own : [{ path: '', error: entry }];
  return [...first, ...others.filter(isOwn), ...others.filter((each) => !isOwn(each))];
};
