/**
 * Maps fields of a listing to fields of the profile, and converts their values (docs/decisions.md: listings). Listing
 * fields that are not in this table are stored next to the profile. Pure.
 */
import { hoursReply, type StoredHours, serviceAreasReply, specialHoursReply } from '../../business/reply.ts';
import { storedHours } from '../../business/rules/hours.ts';
import { findMapsCategory } from '../../catalog/maps-categories.ts';
import type { Changes } from '../../contract/fields.ts';
import { additionalPaymentTypes, paymentAfter, paymentTypes } from './payment.ts';

/** A field that listing and profile share. Without `read` and `write` the value is the same. */
export interface SharedField {
  /** By path: `businessInfo.mainBusinessDescription`. */
  readonly listing: string;
  readonly profile: string;
  /** Converts the stored value for get listing; called only if there is one. */
  readonly read?: (stored: unknown) => unknown;
  /**
   * Converts a value of the body to its stored form; `null` clears.
   *
   * @param stored - the profile's value
   * @param all - that is sent, by path of the listing: two rows of one profile field come to the same
   */
  readonly write?: (sent: unknown, stored: unknown, all: Changes) => unknown;
}

/**
 * Fields with the same name in a block of the listing and at the top of the profile, or in one of the profile's blocks.
 */
const same = (block: string, names: readonly string[], of = ''): SharedField[] =>
  names.map((name) => ({ listing: `${block}.${name}`, profile: `${of}${name}` }));

/** Whether a stored opt-out flag is set: 1 = false, 0 = true. */
const isOptedOut = (stored: unknown): boolean => stored === 0;
const optOutNumber = (sent: unknown): number | null => (sent === null ? null : Number(sent !== true));

const serviceAreas = (stored: unknown) => serviceAreasReply(stored as readonly { readonly description: string }[]);

const mapsCategoryId = (sent: unknown) => (typeof sent === 'string' ? (findMapsCategory(sent)?.id ?? sent) : sent);

const [TYPES, ADDITIONAL] = ['additionalInfo.paymentTypes', 'additionalInfo.additionalPaymentTypes'];
const payment: SharedField['write'] = (_, stored, all) =>
  paymentAfter({ types: all[TYPES], additional: all[ADDITIONAL] }, stored);

export const sharedFields: readonly SharedField[] = [
  ...same('businessInfo', ['name', 'phone', 'websiteUrl', 'emailId', 'isServiceAreaProvider']),
  {
    listing: 'businessInfo.isAddressHidden',
    profile: 'isAddressHidden',
    read: (stored) => (stored === 1 ? 'Yes' : 'No'),
    write: (sent) => (sent === null ? null : Number(sent === 'Yes')),
  },
  { listing: 'businessInfo.mainBusinessDescription', profile: 'description' },
  { listing: 'businessInfo.serviceAreas', profile: 'serviceAreas', read: serviceAreas },
  ...same(
    'businessInfo.location',
    ['address1', 'address2', 'subLocality', 'city', 'state', 'countryCode', 'zip'],
    'location.',
  ),
  ...same('additionalInfo', ['establishedYear', 'timezone', 'languages']),
  { listing: 'additionalInfo.wholeWeekOperating', profile: 'working24x7' },
  {
    listing: 'additionalInfo.hoursOfOperations',
    profile: 'hoursOfOperations',
    read: (stored) => (stored as readonly StoredHours[]).map(hoursReply),
    write: storedHours,
  },
  {
    listing: 'additionalInfo.specialHours',
    profile: 'specialHours',
    read: (stored) => specialHoursReply(stored as Parameters<typeof specialHoursReply>[0]),
  },
  ...same('additionalInfo', ['businessStatus', 'reopenDate', 'openedOnDate', 'openingSoonDate']),
  ...same('additionalInfo', ['services', 'keywords', 'products', 'impressum']),
  ...same('additionalInfo', ['appointmentLink', 'reservationLink', 'menuLink', 'orderAheadLink']),
  { listing: TYPES, profile: 'payment', read: paymentTypes, write: payment },
  { listing: ADDITIONAL, profile: 'payment', read: additionalPaymentTypes, write: payment },
  ...same('additionalInfo', ['localPhoneNumber', 'tollFreePhoneNumber', 'androidAppURL', 'iosAppURL']),
  ...same('media', ['logoUrl', 'coverImageUrl', 'alphaCover', 'betaCover']),
  ...same('optOut', ['alphaLogoOptOut', 'betaLogoOptOut', 'alphaCoverOptOut', 'betaCoverOptOut']).map((row) => ({
    ...row,
    read: isOptedOut,
    write: optOutNumber,
  })),
  ...same('covidInfo', ['postDescription', 'covid19SupportLink', 'virtualCareLink'], 'covidInfo.'),
  ...same('gammaListing', ['primaryCategoryGamma', 'gammaPhoneNumber', 'gammaDescription'], 'gammaListing.'),
  { listing: 'gammaListing.gammaCategories', profile: 'gammaListing.categories' },
  ...same('internalListing', ['description', 'category', 'displayCategory'], 'internalListing.'),
  { listing: 'internalListing.subCategories', profile: 'internalListing.subcategory' },
  ...same('betaListing', ['betaPhoneNumber', 'betaDescription'], 'betaListing.'),
  { listing: 'betaListing.categories', profile: 'betaListing.category' },
  ...same(
    'alphaListing',
    [
      ...['alphaWebsiteUrl', 'alphaPhoneNumber', 'alphaStoreId', 'primaryCategoryAlpha'],
      ...['alphaDescription', 'attributes', 'foodDelivery', 'foodTakeout'],
    ],
    'alphaListing.',
  ),
  { listing: 'alphaListing.additionalCategories', profile: 'alphaListing.additionalCategory' },
  // A field of the record but not of update business; get maps action links uses it.
  { listing: 'mapsListing.primaryCategory', profile: 'mapsCategoryId', write: mapsCategoryId },
  ...same(
    'socialProfileURLs',
    ['betaUrl', 'microblogUrl', 'professionalUrl', 'alphaUrl', 'videoUrl'],
    'socialProfileURLs.',
  ),
];

/** The shared fields by their path in the listing. */
export const sharedByListing: ReadonlyMap<string, SharedField> = new Map(
  sharedFields.map((shared) => [shared.listing, shared]),
);

const hoursByType = (stored: unknown) =>
  Object.fromEntries(
    Object.entries(stored as Readonly<Record<string, readonly StoredHours[]>>).map(([type, hours]) => [
      type,
      hours.map(hoursReply),
    ]),
  );

/** Converters for fields that are stored next to the profile and returned in another form. */
export const ownReads: ReadonlyMap<string, (stored: unknown) => unknown> = new Map<
  string,
  (stored: unknown) => unknown
>([
  ['additionalInfo.moreHours', hoursByType],
  ['additionalInfo.mapsMoreHours', hoursByType],
]);

/** The response values of unset fields for which update business returns a default. */
export const UNSET: Readonly<Record<string, unknown>> = {
  'businessInfo.isServiceAreaProvider': 'No',
  'additionalInfo.wholeWeekOperating': 0,
};
