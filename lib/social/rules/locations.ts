/** The locations of a body: each counts once. Pure. */
import type { Normalized } from '../../contract/coercion.ts';
import { invalid } from '../../contract/errors.ts';
import type { Violation } from '../../contract/violations.ts';
import { MOST_LOCATIONS } from '../repository/post.ts';

const FIELD = 'subBusinessNumbers';

/** Locations as they are sent, each once, in order. */
export const distinct = (numbers: unknown): readonly number[] => [
  ...new Set((Array.isArray(numbers) ? numbers : []).filter((each): each is number => typeof each === 'number')),
];

/** The locations of a body; and what is wrong with their number. */
export const validatedLocations = ({
  body,
}: Pick<Normalized, 'body'>): { readonly prepared: readonly number[]; readonly violations: readonly Violation[] } => {
  const prepared = distinct(body[FIELD]);
  const actual = prepared.length;
  const error = invalid(FIELD, `must have at most ${MOST_LOCATIONS} items`);
  return {
    prepared,
    violations: actual > MOST_LOCATIONS ? [{ path: FIELD, error, limit: MOST_LOCATIONS, actual }] : [],
  };
};
