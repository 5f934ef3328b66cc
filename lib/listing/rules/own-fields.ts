/** Merges sent listing fields into those stored next to the profile. Pure. */
import { storedHours } from '../../business/rules/hours.ts';
import { findHotelAttribute } from '../../catalog/hotel-attributes.ts';
import { findMapsCategory } from '../../catalog/maps-categories.ts';
import { isObject, type JsonObject, listOf, objectOf } from '../../contract/coercion.ts';
import type { Changes } from '../../contract/fields.ts';
import { isBlank } from '../../contract/text.ts';
import { readHotelValue } from './hotel-value.ts';

const mapped = (value: unknown, change: (each: unknown) => unknown): unknown =>
  isObject(value) ? Object.fromEntries(Object.entries(value).map(([name, each]) => [name, change(each)])) : value;

const isEmpty = (value: unknown): boolean =>
  isBlank(value) ||
  (Array.isArray(value) && value.length === 0) ||
  (isObject(value) && Object.values(value).every(isEmpty));

/** Whether a hotel attribute has no value, and so is empty. */
const isWithoutValue = (value: unknown): boolean => isEmpty(value) || isEmpty((value as JsonObject).value ?? null);

/** A hotel attribute with its catalogue name, and its value converted to its type. */
const namedAttribute = (value: unknown): unknown => {
  const { attributeId, value: own } = objectOf(value);
  const found = findHotelAttribute(String(attributeId));
  if (!found) return value;
  const { attributeId: id, attributeName } = found;
  return { attributeId: id, attributeName, value: readHotelValue(found, own) };
};

/** Groups of hotel attributes with each attribute in stored form. */
const hotelGroups = (sent: unknown): unknown =>
  mapped(sent, (subgroups) =>
    mapped(subgroups, (attributes) =>
      Object.fromEntries(
        Object.entries(objectOf(attributes)).map(([id, value]) => [
          id,
          isObject(value) ? namedAttribute({ ...value, attributeId: id }) : value,
        ]),
      ),
    ),
  );

/** Lists of attributes by group, reduced to ids. */
const idsByGroup = (sent: unknown): unknown =>
  mapped(sent, (rows) =>
    Array.isArray(rows) ? rows.map((row) => ({ attributeId: String(objectOf(row).attributeId).trim() })) : rows,
  );

const mapsCategoryId = (category: unknown): unknown =>
  typeof category === 'string' ? (findMapsCategory(category)?.id ?? category) : category;

/** Merges `sent` into `stored` by name, to a depth; empty values remove. */
const merged = (
  stored: unknown,
  sent: unknown,
  levels: number,
  isRemoved: (value: unknown) => boolean = isEmpty,
): JsonObject => {
  const all = new Map(Object.entries(objectOf(stored)));
  for (const [name, value] of Object.entries(objectOf(sent))) {
    const isLast = levels === 1;
    const next = isLast || isBlank(value) ? value : merged(all.get(name), value, levels - 1, isRemoved);
    if ((isLast ? isRemoved : isEmpty)(next)) all.delete(name);
    else all.set(name, next);
  }
  return Object.fromEntries(all);
};

const MERGES: ReadonlyMap<string, (stored: unknown, sent: unknown) => unknown> = new Map<
  string,
  (stored: unknown, sent: unknown) => unknown
>([
  ['additionalInfo.moreHours', (stored, sent) => merged(stored, mapped(sent, storedHours), 1)],
  ['additionalInfo.mapsMoreHours', (stored, sent) => merged(stored, mapped(sent, storedHours), 1)],
  ['alphaListing.hotelAttributes', (stored, sent) => merged(stored, hotelGroups(sent), 3, isWithoutValue)],
  ['mapsListing.mapsLocationAttributes', (stored, sent) => merged(stored, idsByGroup(sent), 1)],
  ['mapsListing.additionalCategories', (_, sent) => listOf(sent).map(mapsCategoryId)],
]);

/** The fields next to the profile after a change; a blank one is removed. */
export const ownAfter = (stored: Changes, sent: Changes): Changes => {
  const after: Record<string, unknown> = { ...stored };
  for (const [path, value] of Object.entries(sent)) {
    // The schema refused the value.
    if (value === undefined) continue;
    const merge = MERGES.get(path);
    const next = value === null || !merge ? value : merge(stored[path], value);
    if (next === null || (merge && isEmpty(next))) delete after[path];
    else after[path] = next;
  }
  return after;
};
