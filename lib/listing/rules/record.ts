/** Both sides of a location as the rules see them: profile fields, and listing fields next to them. Pure. */
import type { Changes } from '../../contract/fields.ts';
import type { ListingRecord } from '../repository/listing.ts';
import { sharedByListing } from './field-map.ts';

export interface FieldsOfRecord {
  /** By path of the profile, including the location's maps category. */
  readonly profile: Changes;
  /** By path of the listing. */
  readonly own: Changes;
}

export const fieldsOf = ({ business, listing }: ListingRecord): FieldsOfRecord => ({
  profile: { ...business.profile, mapsCategoryId: business.mapsCategoryId },
  own: listing?.own ?? {},
});

/** The changes of a body of a listing, by the side that stores them. */
export interface ListingChanges {
  /** By path of the listing, as sent. */
  readonly sent: Changes;
  /** By path of the profile. */
  readonly profile: Changes;
  /** By path of the listing: fields that the profile lacks. */
  readonly own: Changes;
}

/**
 * Splits the changes of a body by the side that stores them.
 *
 * @param sent - by path of the listing, from `changesOf`
 * @param stored - the profile by path, if it is loaded
 */
export const changesBySide = (sent: Changes, stored: Changes = {}): ListingChanges => {
  const profile: Record<string, unknown> = {};
  const own: Record<string, unknown> = {};
  for (const [path, value] of Object.entries(sent)) {
    const shared = sharedByListing.get(path);
    if (!shared) own[path] = value;
    else {
      const { profile: field, write } = shared;
      // A value that the schema refused can't be converted.
      profile[field] = write && value !== undefined ? write(value, stored[field], sent) : value;
    }
  }
  return { sent, profile, own };
};
