/**
 * One record, two sides: which field of a listing is which of the profile, and how each side spells its value
 * (docs/decisions.md: listings). Fields of a listing that are not in this table are stored beside the profile. Pure.
 */
import { hoursReply, type StoredHours, serviceAreasReply } from '../../business/reply.ts';
import { findMapsCategory } from '../../catalog/maps-categories.ts';
import { additionalPaymentTypes, paymentTypes, withAdditionalPaymentTypes, withPaymentTypes } from './payment.ts';

/** A field that both sides have. Without `read` and `write` the value is the same. */
export interface SharedField {
  /** By path: `businessInfo.mainBusinessDescription`. */
  readonly listing: string;
  readonly profile: string;
  /** The stored value as get listing answers it; asked only where there is one. */
  readonly read?: (stored: unknown) => unknown;
  /**
   * A value of the body's form as it is stored; `null` clears.
   *
   * @param before - what is stored, or what an earlier row of this table has made of it
   */
  readonly write?: (sent: unknown, before: unknown) => unknown;
}

/** Fields of one name in a block of the listing, and at the top of the profile, or in a block of its own. */
const same = (block: string, names: readonly string[], of = ''): SharedField[] =>
  names.map((name) => ({ listing: `${block}.${name}`, profile: `${of}${name}` }));

/** The numbers that the profile stores for a flag of opting out: 1 = false, 0 = true. */
const isOptedOut = (stored: unknown): boolean => stored === 0;
const optOutNumber = (sent: unknown): number | null => (sent === null ? null : Number(sent !== true));

const serviceAreas = (stored: unknown) => serviceAreasReply(stored as readonly { readonly description: string }[]);

const mapsCategoryId = (sent: unknown) => (typeof sent === 'string' ? (findMapsCategory(sent)?.id ?? sent) : sent);

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
  ...same('additionalInfo', ['establishedYear', 'timezone', 'languages', 'specialHours']),
  { listing: 'additionalInfo.wholeWeekOperating', profile: 'working24x7' },
  {
    listing: 'additionalInfo.hoursOfOperations',
    profile: 'hoursOfOperations',
    read: (stored) => (stored as readonly StoredHours[]).map(hoursReply),
  },
  ...same('additionalInfo', ['businessStatus', 'reopenDate', 'openedOnDate', 'openingSoonDate']),
  ...same('additionalInfo', ['services', 'keywords', 'products', 'impressum']),
  ...same('additionalInfo', ['appointmentLink', 'reservationLink', 'menuLink', 'orderAheadLink']),
  { listing: 'additionalInfo.paymentTypes', profile: 'payment', read: paymentTypes, write: withPaymentTypes },
  {
    listing: 'additionalInfo.additionalPaymentTypes',
    profile: 'payment',
    read: additionalPaymentTypes,
    write: withAdditionalPaymentTypes,
  },
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
  // No field of update business, but of the record: by it get maps action links answers.
  { listing: 'mapsListing.primaryCategory', profile: 'mapsCategoryId', write: mapsCategoryId },
  ...same(
    'socialProfileURLs',
    ['betaUrl', 'microblogUrl', 'professionalUrl', 'alphaUrl', 'videoUrl'],
    'socialProfileURLs.',
  ),
];

/** The same by the path in the listing. */
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

/** How fields that are stored beside the profile are answered, where that is not as they are stored. */
export const ownReads: ReadonlyMap<string, (stored: unknown) => unknown> = new Map<
  string,
  (stored: unknown) => unknown
>([
  ['additionalInfo.moreHours', hoursByType],
  ['additionalInfo.mapsMoreHours', hoursByType],
]);

/** What is answered where nothing is stored, and update business answers more than nothing too. */
export const UNSET: Readonly<Record<string, unknown>> = {
  'businessInfo.isServiceAreaProvider': 'No',
  'additionalInfo.wholeWeekOperating': 0,
};
