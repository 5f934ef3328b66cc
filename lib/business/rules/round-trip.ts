/**
 * Lets a client send back what it read. Fields of a body that equal the response for the record are dropped before the
 * body is checked, so that a record that today's rules would refuse can still be sent back. Pure.
 */
import { isDeepStrictEqual } from 'node:util';
import { type JsonObject, type Normalized, normalize } from '../../contract/coercion.ts';
import { type Changes, changesOf, nested } from '../../contract/fields.ts';
import { profile } from '../contracts/update-business.ts';
import { hoursReply, type StoredHours } from '../reply.ts';

/** The response values of fields that were never set. */
const UNSET: Changes = { isServiceAreaProvider: 'No', working24x7: 0, isSEOEnabled: true };

const HOURS = 'hoursOfOperations';

/**
 * Fields that are checked together: they are dropped together, as a remaining one would be checked without the others.
 */
export const CHECKED_TOGETHER: readonly (readonly string[])[] = [
  ['businessStatus', 'reopenDate', 'openedOnDate', 'openingSoonDate'],
  ['internalListing.category', 'internalListing.subcategory', 'internalListing.displayCategory'],
  ['alphaListing.primaryCategoryAlpha', 'alphaListing.foodDelivery', 'alphaListing.foodTakeout'],
];

/** Normalizes fields by path as if they were read from a body. */
const asRead = (fields: Changes): Changes => changesOf(profile, normalize(profile, nested(fields) as JsonObject));

/** Treats a missing, `null` or blank field the same: `undefined`. */
export const present = (value: unknown): unknown => (value === '' ? undefined : (value ?? undefined));

/**
 * The paths of the body's fields that equal the response for the record.
 *
 * @param stored - the profile by path
 */
export const sameAsAnswered = (normalized: Normalized, stored: Changes): readonly string[] => {
  const sent = changesOf(profile, normalized);
  const hours = stored[HOURS] as readonly StoredHours[] | undefined;
  const answered = asRead({ ...UNSET, ...stored, ...(hours && { [HOURS]: hours.map(hoursReply) }) });
  const own = asRead(stored);
  const isSame = (path: string): boolean => {
    const value = present(sent[path]);
    // To remove a value that is answered without one too changes nothing.
    return (
      isDeepStrictEqual(value, present(own[path])) || isDeepStrictEqual(value ?? UNSET[path], present(answered[path]))
    );
  };
  const differs = new Set(Object.keys(sent).filter((path) => !isSame(path)));
  for (const group of CHECKED_TOGETHER) {
    if (group.some((path) => differs.has(path))) for (const path of group) differs.add(path);
  }
  return Object.keys(sent).filter((path) => !differs.has(path));
};
