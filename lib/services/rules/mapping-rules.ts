/** Reads the mapping of services to the alpha categories of a location, and matches it to those. Pure. */
import type { JsonObject } from '../../contract/coercion.ts';
import { invalid } from '../../contract/errors.ts';
import { caseless } from '../../contract/folded-text.ts';
import { isObject, listOf, readNamed } from '../../contract/readings.ts';
import { isBlank } from '../../contract/text.ts';
import { placeIn, placeOf, type Violation } from '../../contract/violations.ts';
import type { Mapping } from '../repository/mapping.ts';

/** Services of a category. */
export const MOST_MAPPED = 100;

/** Characters of a name that a message repeats. */
const LONGEST_NAMED = 100;

const PRIMARY = 'alphaListing.primaryCategoryAlpha';
const ADDITIONAL = 'alphaListing.additionalCategory';

const nameKey = (category: string): string => caseless(category.trim());

const textsIn = (value: unknown): readonly string[] =>
  [value].flat().filter((each): each is string => typeof each === 'string' && !isBlank(each));

/** The alpha categories of a location: the primary one first, then as stored, each once. */
export const categoriesOf = (profile: Readonly<Record<string, unknown>>): readonly string[] => {
  const byKey = new Map<string, string>();
  for (const name of [...textsIn(profile[PRIMARY]), ...textsIn(profile[ADDITIONAL])])
    if (!byKey.has(nameKey(name))) byKey.set(nameKey(name), name);
  return [...byKey.values()];
};

const problemOf = (value: unknown): Omit<Violation, 'path' | 'error'> & { readonly problem?: string } => {
  if (!Array.isArray(value) || value.some((each) => typeof each !== 'string'))
    return { problem: 'must be a list of service ids' };
  const actual = new Set(value).size;
  return actual > MOST_MAPPED
    ? { problem: `must have at most ${MOST_MAPPED} services`, limit: MOST_MAPPED, actual }
    : {};
};

const idsIn = (value: unknown): unknown =>
  typeof value === 'string' || Array.isArray(value) ? readNamed('list', value) : value;

/** The mapping in a body, categories without services left out, and its violations. */
export const readServiceMapping = (
  body: JsonObject,
): { readonly mapping: Mapping; readonly violations: readonly Violation[] } => {
  const sent = Object.entries(isObject(body) ? body : {})
    .map(([category, value]) => ({ category, value: isBlank(value) ? [] : idsIn(value) }))
    .filter(({ value }) => !(Array.isArray(value) && value.length === 0));
  const seen = new Set<string>();
  const violations = sent.flatMap(({ category, value }): Violation[] => {
    const twice = seen.has(nameKey(category)) && { problem: 'must be sent once: categories are compared without case' };
    seen.add(nameKey(category));
    const { problem, ...measure } = twice || problemOf(value);
    const path = category.slice(0, LONGEST_NAMED);
    if (problem === undefined) return [];
    return [{ path, pointer: placeIn(placeOf(''), category).pointer, error: invalid(path, problem), ...measure }];
  });
  return {
    mapping: sent.map(({ category, value }) => ({
      category,
      serviceIds: [...new Set(listOf(value) as readonly string[])],
    })),
    violations,
  };
};

/** What is sent, matched to the categories of a location, up to the first one that the location does not have. */
export interface Matched {
  /** In the order in which it was sent, in the spelling of the location. */
  readonly mapping: Mapping;
  /** The first category that the location does not have. */
  readonly unknown: string | undefined;
}

export const matchedMapping = (categories: readonly string[], mapping: Mapping): Matched => {
  const own = new Map(categories.map((category) => [nameKey(category), category]));
  const end = mapping.findIndex(({ category }) => !own.has(nameKey(category)));
  return {
    mapping: mapping
      .slice(0, end === -1 ? undefined : end)
      .map(({ category, serviceIds }) => ({ category: own.get(nameKey(category))!, serviceIds })),
    unknown: mapping[end]?.category,
  };
};

/** A mapping in the order of the location's categories: as it is stored. */
export const inCategoryOrder = (categories: readonly string[], mapping: Mapping): Mapping =>
  mapping.toSorted((a, b) => categories.indexOf(a.category) - categories.indexOf(b.category));

/** What is answered of a stored mapping: the categories that the location has now, in their order and spelling. */
export const shownMapping = (categories: readonly string[], mapping: Mapping): Mapping =>
  categories.flatMap((category) => {
    const own = mapping.find((each) => nameKey(each.category) === nameKey(category));
    return own ? [{ category, serviceIds: own.serviceIds }] : [];
  });
