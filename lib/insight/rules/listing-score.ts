/** How much of a listing is filled (docs/insight.md: scores). Pure. */

/** Twenty fields, by their paths; one of the last kind is enough. */
const FIELDS = [
  'name',
  'phone',
  'emailId',
  'websiteUrl',
  'location.address1',
  'location.city',
  'location.state',
  'location.zip',
  'location.countryCode',
  'description',
  'services',
  'keywords',
  'timezone',
  'hoursOfOperations',
  'payment',
  'logoUrl',
  'coverImageUrl',
  'internalListing.category',
  'alphaListing.primaryCategoryAlpha',
  'socialProfileURLs',
] as const;

type Profile = Readonly<Record<string, unknown>>;

const isFilled = (value: unknown): boolean => {
  if (typeof value === 'string') return value.trim() !== '';
  if (Array.isArray(value)) return value.length > 0;
  return value !== undefined && value !== null;
};

const hasField = (profile: Profile, field: string): boolean =>
  isFilled(profile[field]) ||
  (field === 'socialProfileURLs' &&
    Object.entries(profile).some(([path, value]) => path.startsWith(`${field}.`) && isFilled(value)));

/** 0 to 100: the share of the fields that the profile of a location has. */
export const filledShare = (profile: Profile): number =>
  (FIELDS.filter((field) => hasField(profile, field)).length / FIELDS.length) * 100;

/** The mean of locations, 0 where there is none. */
export const listingScore = (profiles: readonly Profile[]): number =>
  profiles.length === 0 ? 0 : profiles.reduce((sum, profile) => sum + filledShare(profile), 0) / profiles.length;
