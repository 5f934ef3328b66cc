/** Rules of fields that hold what catalogues offer, whatever is stored (docs/decisions.md: listings). Pure. */
import { findAlphaAttribute } from '../../catalog/alpha-attributes.ts';
import { findHotelAttribute, hotelValueProblem } from '../../catalog/hotel-attributes.ts';
import { findMapsAttribute } from '../../catalog/maps-attributes.ts';
import { findMapsCategory } from '../../catalog/maps-categories.ts';
import { isObject } from '../../contract/coercion.ts';
import { invalid } from '../../contract/errors.ts';
import type { Changes } from '../../contract/fields.ts';
import { isBlank } from '../../contract/text.ts';
import { MOST_VIOLATIONS, type Violation } from '../../contract/violations.ts';
import { readHotelValue } from './hotel-value.ts';

export const wrong = (path: string, problem: string): Violation => ({ path, error: invalid(path, problem) });

const textOf = (value: unknown): string => (typeof value === 'string' ? value.trim() : '');

/** What is wrong with lists of attributes, by group. */
const listedAttributes = (
  path: string,
  groups: unknown,
  groupOf: (attributeId: string) => string | undefined,
): Violation[] => {
  if (!isObject(groups)) return [];
  return Object.entries(groups).flatMap(([group, rows]) => {
    const place = `${path}.${group}`;
    if (isBlank(rows)) return [];
    if (!Array.isArray(rows)) return [wrong(place, 'must be a list of attributes')];
    return rows.flatMap((row, index) => {
      const at = `${place}[${index}].attributeId`;
      const id = isObject(row) ? textOf(row.attributeId) : '';
      if (id === '') return [wrong(at, 'is required')];
      const known = groupOf(id);
      if (known === group) return [];
      return [wrong(at, known === undefined ? 'is no attribute of the catalogue' : `is an attribute of ${known}`)];
    });
  });
};

export const alphaAttributes = (path: string, sent: unknown): Violation[] =>
  listedAttributes(path, sent, (id) => findAlphaAttribute(id)?.group);

/** @param mapsCategoryId - whose attributes these are; all that there are where it is left out */
export const mapsAttributes = (path: string, sent: unknown, mapsCategoryId?: string): Violation[] =>
  listedAttributes(path, sent, (id) => findMapsAttribute(id, mapsCategoryId)?.group);

const hotelAttribute = (path: string, places: readonly string[], name: string, value: unknown): Violation[] => {
  if (isBlank(value)) return [];
  if (!isObject(value)) return [wrong(path, 'must be an object')];
  const id = textOf(value.attributeId) || name;
  const found = findHotelAttribute(id);
  if (!found || id !== name || places[0] !== found.group || places[1] !== found.subgroup)
    return [wrong(path, 'is no attribute that hotel attributes answers there')];
  const own = readHotelValue(found, value.value);
  const problem = isBlank(own ?? null) ? undefined : hotelValueProblem(found, own);
  return problem === undefined ? [] : [wrong(`${path}.value`, problem)];
};

/** What is wrong with hotel attributes, by group, subgroup and name. */
export const hotelAttributes = (path: string, sent: unknown, places: readonly string[] = []): Violation[] => {
  if (isBlank(sent ?? null)) return [];
  if (!isObject(sent)) return [wrong(path, 'must be an object')];
  return Object.entries(sent).flatMap(([name, value]) =>
    places.length === 2
      ? hotelAttribute(`${path}.${name}`, places, name, value)
      : hotelAttributes(`${path}.${name}`, value, [...places, name]),
  );
};

/** Categories of maps, by their ids or their names. */
export const mapsCategories = (sent: Changes): Violation[] => {
  const { 'mapsListing.primaryCategory': primary, 'mapsListing.additionalCategories': additional } = sent;
  const problem = (path: string, name: unknown) =>
    typeof name !== 'string' || findMapsCategory(name) ? [] : [wrong(path, 'must be a category of the maps catalogue')];
  const listed = Array.isArray(additional) ? additional.slice(0, MOST_VIOLATIONS) : [];
  return [
    ...problem('mapsListing.primaryCategory', primary),
    ...listed.flatMap((name, index) => problem(`mapsListing.additionalCategories[${index}]`, name)),
  ];
};
