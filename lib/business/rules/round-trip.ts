/**
 * The round trip: what a record is read with may be sent back. Fields of a body that equal what the record answers leave the
 * body before it is judged, so that a record that today's rules would refuse can still be sent back. Pure.
 */
import { isDeepStrictEqual } from 'node:util';
import { type JsonObject, type Normalized, normalize } from '../../contract/coercion.ts';
import { type Changes, changesOf, nested } from '../../contract/fields.ts';
import { profile } from '../contracts/update-business.ts';
import { hoursReply, type StoredHours } from '../reply.ts';

/** What a record answers where a field was never set. */
const UNSET: Changes = { isServiceAreaProvider: 'No', working24x7: 0, isSEOEnabled: true };

const HOURS = 'hoursOfOperations';

/** Fields that are judged together: they leave together, or one that stays would be judged without the others. */
export const JUDGED_TOGETHER: readonly (readonly string[])[] = [
  ['businessStatus', 'reopenDate', 'openedOnDate', 'openingSoonDate'],
  ['internalListing.category', 'internalListing.subcategory', 'internalListing.displayCategory'],
  ['alphaListing.primaryCategoryAlpha', 'alphaListing.foodDelivery', 'alphaListing.foodTakeout'],
];

/** Fields by path as they come out of reading a body that holds them. */
const asRead = (fields: Changes): Changes => changesOf(profile, normalize(profile, nested(fields) as JsonObject));

/** A field without a value is left out, `null` or blank: all the same here. */
export const present = (value: unknown): unknown => (value === '' ? undefined : (value ?? undefined));

/**
 * The paths of the fields of a body that say what the record answers already.
 *
 * @param stored - the profile by path
 */
export const sameAsAnswered = (normalized: Normalized, stored: Changes): readonly string[] => {
  const sent = changesOf(profile, normalized);
  const hours = stored[HOURS] as readonly StoredHours[] | undefined;
  const answered = asRead({ ...UNSET, ...stored, ...(hours && { [HOURS]: hours.map(hoursReply) }) });
  const own = asRead(stored);
  const isSame = (path: string): boolean =>
    [own, answered].some((fields) => isDeepStrictEqual(present(sent[path]), present(fields[path])));
  const differs = new Set(Object.keys(sent).filter((path) => !isSame(path)));
  for (const group of JUDGED_TOGETHER) {
    if (group.some((path) => differs.has(path))) for (const path of group) differs.add(path);
  }
  return Object.keys(sent).filter((path) => !differs.has(path));
};
