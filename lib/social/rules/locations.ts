/** The locations of a body: each counts once. Pure. */
import type { Normalized } from '../../contract/coercion.ts';
import * as errors from '../../contract/error-rows.ts';
import { invalid } from '../../contract/errors.ts';
import { placeIn, placeOf, type Violation } from '../../contract/violations.ts';
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

/** A list that an edit or a deletion needs: without one it is refused once the post was found (docs/social.md). */
export const neededLocations = ({ body }: Pick<Normalized, 'body'>): readonly Violation[] => {
  const { [FIELD]: sent } = body;
  const isSent = Array.isArray(sent) ? sent.length > 0 : sent !== undefined && sent !== null;
  return isSent ? [] : [{ path: FIELD, error: errors.businessIdsRequired }];
};

/** The same of a change: its response names what it skips, where a number with a fraction has no place. */
export const changedLocations = ({
  body,
}: Pick<Normalized, 'body'>): ReturnType<typeof validatedLocations> & { readonly late: readonly Violation[] } => {
  const { prepared, violations } = validatedLocations({ body });
  const rows: readonly unknown[] = Array.isArray(body[FIELD]) ? body[FIELD] : [];
  const ofRows = rows.flatMap((each, index): Violation[] => {
    if (typeof each !== 'number' || Number.isSafeInteger(each)) return [];
    const place = placeIn(placeOf(FIELD), index);
    return [{ ...place, error: invalid(place.path, 'must be an integer') }];
  });
  return { prepared, violations: [...violations, ...ofRows], late: neededLocations({ body }) };
};
