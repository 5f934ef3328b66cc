/**
 * Builds the response of update business from a stored business (docs/decisions.md: response of update business). Pure.
 */
import { hash } from 'node:crypto';
import { countryName } from '../catalog/country-names.ts';
import { hourText } from '../contract/text.ts';
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

/** Derives a stable id from a description, so that no update can overwrite it. */
const placeId = (description: string): string => hash('sha256', description.toLowerCase(), 'base64url').slice(0, 22);

interface Period {
  readonly startHour: string;
  readonly endHour: string;
}

export interface StoredHours {
  readonly day: number;
  readonly isOpen?: number;
  readonly workingHours?: readonly Period[];
  readonly comment?: string;
}

/** A day that does not say whether it is open is open if it has periods. */
export const isOpenOn = ({ isOpen, workingHours = [] }: StoredHours): number =>
  isOpen ?? (workingHours.length > 0 ? 1 : 0);

/** Formats both hours: earlier releases stored `09:00` too, and special days with one hour. */
const withHourTexts = ({ startHour, endHour }: Partial<Period>): Partial<Period> => ({
  ...(startHour !== undefined && { startHour: hourText(startHour) }),
  ...(endHour !== undefined && { endHour: hourText(endHour) }),
});

/** Formats the opening hours of a day. */
export const hoursReply = (hours: StoredHours) => {
  const { day, workingHours = [], comment = '' } = hours;
  return { day: String(day), isOpen: isOpenOn(hours), workingHours: workingHours.map(withHourTexts), comment };
};

/** Formats the hours of special days. */
export const specialHoursReply = (days: readonly Partial<Period>[]) =>
  days.map((day) => ({ ...day, ...withHourTexts(day) }));

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
