/** Rules of fields with catalogue values, independent of stored data (docs/decisions.md: listings). Pure. */
import { findAlphaAttribute } from '../../catalog/alpha-attributes.ts';
import { findHotelAttribute, hotelValueProblem } from '../../catalog/hotel-attributes.ts';
import { findMapsAttribute } from '../../catalog/maps-attributes.ts';
import { findMapsCategory } from '../../catalog/maps-categories.ts';
import { isObject } from '../../contract/coercion.ts';
import { invalid } from '../../contract/errors.ts';
import type { Changes } from '../../contract/fields.ts';
import { isBlank } from '../../contract/text.ts';
import { MOST_VIOLATIONS, type Place, placeIn, placeOf, type Violation } from '../../contract/violations.ts';
import { readHotelValue } from './hotel-value.ts';

export const wrong = (path: string, problem: string): Violation => ({ path, error: invalid(path, problem) });

/** As `wrong`, below names that the client chose. */
export const wrongAt = (place: Place, problem: string): Violation => ({ ...wrong(place.path, problem), ...place });

const textOf = (value: unknown): string => (typeof value === 'string' ? value.trim() : '');

/** The violations in lists of attributes, by group. */
const listedAttributes = (
  path: string,
  groups: unknown,
  groupOf: (attributeId: string) => string | undefined,
): Violation[] => {
  if (!isObject(groups)) return [];
  return Object.entries(groups).flatMap(([group, rows]) => {
    const place = placeIn(placeOf(path), group);
    if (isBlank(rows)) return [];
    if (!Array.isArray(rows)) return [wrongAt(place, 'must be a list of attributes')];
    return rows.flatMap((row, index) => {
      const at = placeIn(placeIn(place, index), 'attributeId');
      const id = isObject(row) ? textOf(row.attributeId) : '';
      if (id === '') return [wrongAt(at, 'is required')];
      const known = groupOf(id);
      if (known === group) return [];
      return [wrongAt(at, known === undefined ? 'is no attribute of the catalogue' : `is an attribute of ${known}`)];
    });
  });
};

export const alphaAttributes = (path: string, sent: unknown): Violation[] =>
  listedAttributes(path, sent, (id) => findAlphaAttribute(id)?.group);

/** @param mapsCategoryId - the category that must offer the attributes; any if left out */
export const mapsAttributes = (path: string, sent: unknown, mapsCategoryId?: string): Violation[] =>
  listedAttributes(path, sent, (id) => findMapsAttribute(id, mapsCategoryId)?.group);

const hotelAttribute = (at: Place, places: readonly string[], name: string, value: unknown): Violation[] => {
  if (isBlank(value)) return [];
  if (!isObject(value)) return [wrongAt(at, 'must be an object')];
  const id = textOf(value.attributeId) || name;
  const found = findHotelAttribute(id);
  if (!found || id !== name || places[0] !== found.group || places[1] !== found.subgroup)
    return [wrongAt(at, 'is no attribute that hotel attributes answers there')];
  const own = readHotelValue(found, value.value);
  const problem = isBlank(own ?? null) ? undefined : hotelValueProblem(found, own);
  return problem === undefined ? [] : [wrongAt(placeIn(at, 'value'), problem)];
};

const hotelAttributesAt = (at: Place, sent: unknown, places: readonly string[]): Violation[] => {
  if (isBlank(sent ?? null)) return [];
  if (!isObject(sent)) return [wrongAt(at, 'must be an object')];
  return Object.entries(sent).flatMap(([name, value]) =>
    places.length === 2
      ? hotelAttribute(placeIn(at, name), places, name, value)
      : hotelAttributesAt(placeIn(at, name), value, [...places, name]),
  );
};

/** The violations in hotel attributes, by group, subgroup and name. */
export const hotelAttributes = (path: string, sent: unknown): Violation[] => hotelAttributesAt(placeOf(path), sent, []);

/** Checks maps categories, given by id or name. */
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
