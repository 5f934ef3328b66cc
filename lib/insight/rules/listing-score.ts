/** The completeness of a listing (docs/insight.md: scores). Pure. */

/** Twenty fields, by their paths; of a group, one is enough. */
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

/** The share of the fields that a location's profile has, 0 to 100. */
export const filledShare = (profile: Profile): number =>
  (FIELDS.filter((field) => hasField(profile, field)).length / FIELDS.length) * 100;

/** The mean over locations; 0 without any. */
export const listingScore = (profiles: readonly Profile[]): number =>
  profiles.length === 0 ? 0 : profiles.reduce((sum, profile) => sum + filledShare(profile), 0) / profiles.length;
