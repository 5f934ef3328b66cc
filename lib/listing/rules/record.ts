/** Both sides of a location as the rules see them: fields of the profile, and those beside it. Pure. */
import type { Changes } from '../../contract/fields.ts';
import type { ListingRecord } from '../repository/listing.ts';
import { sharedByListing } from './field-map.ts';

export interface FieldsOfRecord {
  /** By path of the profile, the maps category of the location among them. */
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
  /** By path of the listing, as they were sent. */
  readonly sent: Changes;
  /** By path of the profile. */
  readonly profile: Changes;
  /** By path of the listing: those that the profile lacks. */
  readonly own: Changes;
}

/**
 * @param sent - by path of the listing, from `changesOf`
 * @param stored - the profile by path, where it has been read
 */
export const changesBySide = (sent: Changes, stored: Changes = {}): ListingChanges => {
  const profile: Record<string, unknown> = {};
  const own: Record<string, unknown> = {};
  for (const [path, value] of Object.entries(sent)) {
    const shared = sharedByListing.get(path);
    if (!shared) own[path] = value;
    else {
      const { profile: field, write } = shared;
      const before = Object.hasOwn(profile, field) ? profile[field] : stored[field];
      profile[field] = write ? write(value, before) : value;
    }
  }
  return { sent, profile, own };
};
