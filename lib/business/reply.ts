/**
 * Builds the response of update business from a stored business (docs/decisions.md: response of update business). Pure.
 */
import { hash } from 'node:crypto';
import { countryName } from '../catalog/country-names.ts';
import { addressIn, textIn } from './repository/location.ts';

type Profile = Readonly<Record<string, unknown>>;

const listIn = <Item>(profile: Profile, path: string): readonly Item[] => (profile[path] ?? []) as readonly Item[];

const TEXTS = [
  'name',
  'alias',
  'emailId',
  'phone',
  'fax',
  'websiteUrl',
  'description',
  'keywords',
  'services',
  'logoUrl',
  'coverImageUrl',
  'alphaCover',
  'betaCover',
  'timezone',
  'payment',
] as const;

/** Formats `09:00` as `9:00`. */
export const hourText = (hour: string): string => hour.replace(/^0(?=[0-9]:)/, '');

/** Derives a stable id from a description, so that no update can overwrite it. */
const placeId = (description: string): string => hash('sha256', description.toLowerCase(), 'base64url').slice(0, 22);

export interface StoredHours {
  readonly day: number;
  readonly isOpen?: number;
  readonly workingHours?: readonly { readonly startHour: string; readonly endHour: string }[];
  readonly comment?: string;
}

/** Formats the opening hours of a day. */
export const hoursReply = ({ day, isOpen, workingHours = [], comment = '' }: StoredHours) => ({
  day: String(day),
  isOpen: isOpen ?? (workingHours.length > 0 ? 1 : 0),
  workingHours: workingHours.map(({ startHour, endHour }) => ({
    startHour: hourText(startHour),
    endHour: hourText(endHour),
  })),
  comment,
});

/** Formats service areas. */
export const serviceAreasReply = (areas: readonly { readonly description: string }[]) =>
  areas.map(({ description }) => ({ description, placeId: placeId(description) }));

/** The internal categories, or else those of the alpha listing; the primary one first. */
export const categoryList = (profile: Profile): string[] => {
  const names = (single: string, list: string) =>
    [textIn(profile, single), ...listIn<string>(profile, list)].filter((name) => name !== '');
  const internal = names('internalListing.category', 'internalListing.subcategory');
  return internal.length > 0 ? internal : names('alphaListing.primaryCategoryAlpha', 'alphaListing.additionalCategory');
};

/** Builds the response of update business for a profile by path. */
export const businessReply = (profile: Profile) => {
  const address = addressIn(profile);
  const social = (field: string) => profile[`socialProfileURLs.${field}`] ?? null;
  return {
    ...Object.fromEntries(TEXTS.map((field) => [field, textIn(profile, field)])),
    description: textIn(profile, 'description') || textIn(profile, 'internalListing.description'),
    languages: listIn<string>(profile, 'languages'),
    isServiceAreaProvider: profile.isServiceAreaProvider ?? 'No',
    serviceAreas: serviceAreasReply(listIn(profile, 'serviceAreas')),
    hoursOfOperations: listIn<StoredHours>(profile, 'hoursOfOperations').map(hoursReply),
    working24x7: profile.working24x7 ?? 0,
    location: { ...address, countryName: countryName(address.countryCode) },
    categoryList: categoryList(profile),
    socialProfileURLs: {
      alphaUrl: textIn(profile, 'socialProfileURLs.alphaUrl'),
      betaUrl: social('betaUrl'),
      microblogUrl: social('microblogUrl'),
      professionalUrl: social('professionalUrl'),
      videoUrl: social('videoUrl'),
    },
  };
};
