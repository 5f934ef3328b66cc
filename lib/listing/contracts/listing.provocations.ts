/** Requests that create listing and update listing refuse, against the demo data: the same for both. */
import type { ListedViolation, Provocation, Timed } from '../../contract/cases.ts';
import type { listingErrors } from './listing-errors.ts';

type Blocks = Readonly<Record<string, object | string>>;

/** A body with only the required fields. */
export const leastListing: Readonly<Record<string, object>> = {
  businessInfo: { name: 'Copper Kettle Grill', phone: '(805) 555-0101', location: { zip: '93422' } },
  additionalInfo: {
    hoursOfOperations: [{ day: 0, isOpen: 1, workingHours: [{ startHour: '11:00', endHour: '22:00' }] }],
    services: 'Dine-in',
  },
  internalListing: {
    description: 'A wood-fired grill in the old packing house of the town. '.repeat(4).trim(),
    category: 'Restaurant',
    subCategories: ['Steak house'],
  },
};

/** The minimal body with some blocks' fields replaced. */
const bodyWith = (blocks: Blocks): Blocks => ({
  ...leastListing,
  ...Object.fromEntries(
    Object.entries(blocks).map(([name, fields]) => [
      name,
      typeof fields === 'string' ? fields : { ...leastListing[name], ...fields },
    ]),
  ),
});

type Request = Provocation<'businessNumber'>;

const listing = (
  blocks: Blocks,
  violations?: ListedViolation | readonly ListedViolation[],
  businessNumber?: number,
): Request => ({
  body: bodyWith(blocks),
  ...(violations && { violations: [violations].flat() }),
  ...(businessNumber !== undefined && { parameters: { businessNumber } }),
});

const at = (pointer: string): ListedViolation => ({ pointer });
const status = (fields: object, field: string): Request =>
  listing({ additionalInfo: fields }, at(`/additionalInfo/${field}`));
const healthcare = (fields: object, field: string, more: ListedViolation = {}): Request =>
  listing({ healthcare: fields }, { pointer: `/healthcare/${field}`, ...more });

/** Locations whose listing is published: one that is open, one that opens soon. */
const PUBLISHED = 700104;
const PUBLISHED_OPENING_SOON = 700106;

/** The date this many days from now, MM/DD/YYYY. */
const dayFrom = (now: number, days: number): string =>
  new Date(now + days * 86_400_000).toISOString().replace(/^(\d+)-(\d+)-(\d+).*$/, '$2/$3/$1');

export const listingProvocations: { readonly [Name in keyof typeof listingErrors]: Timed<Request> } = {
  businessNotFound: listing({}, undefined, 799999),
  nameBlank: listing({ businessInfo: { name: ' ' } }, at('/businessInfo/name')),
  nameTooShort: listing({ businessInfo: { name: 'CK' } }, { pointer: '/businessInfo/name', limit: 3, actual: 2 }),
  nameTooLong: listing(
    { businessInfo: { name: 'x'.repeat(251) } },
    { pointer: '/businessInfo/name', limit: 250, actual: 251 },
  ),
  phoneInvalid: listing({ businessInfo: { phone: '805-555-0101' } }, at('/businessInfo/phone')),
  keywordsTooLong: listing(
    { additionalInfo: { keywords: 'x'.repeat(1001) } },
    { pointer: '/additionalInfo/keywords', limit: 1000, actual: 1001 },
  ),
  categoryInvalid: listing({ internalListing: { category: 'No such category' } }, at('/internalListing/category')),
  reopenDateInPast: status({ businessStatus: 'Temporarily Closed', reopenDate: '01/01/2020' }, 'reopenDate'),
  tooManyAlphaCategories: listing(
    { alphaListing: { additionalCategories: 'Bar, Cafe, Hotel, Resort, Dentist, Bakery, Florist, Gym, Spa, Bank' } },
    { pointer: '/alphaListing/additionalCategories', limit: 9, actual: 10 },
  ),
  duplicateAlphaCategories: listing(
    { alphaListing: { additionalCategories: ['Bar', 'bar'] } },
    at('/alphaListing/additionalCategories'),
  ),
  primaryAmongAdditional: listing(
    { alphaListing: { primaryCategoryAlpha: 'Bar', additionalCategories: ['Bar'] } },
    at('/alphaListing/additionalCategories'),
  ),
  textMessageNumberInvalid: listing(
    { alphaListing: { textMessageNumber: '805' } },
    at('/alphaListing/textMessageNumber'),
  ),
  messagingLinkInvalid: listing(
    { alphaListing: { messagingBusinessLink: 'ftp://chat.example' } },
    at('/alphaListing/messagingBusinessLink'),
  ),
  foodLinksNotSupported: listing(
    { alphaListing: { foodDelivery: 'https://order.kettlehouse.example/' } },
    at('/alphaListing/foodDelivery'),
    PUBLISHED,
  ),
  foodDeliveryInvalid: listing(
    { alphaListing: { foodDelivery: 'order.copperkettle.example' } },
    at('/alphaListing/foodDelivery'),
  ),
  foodTakeoutInvalid: listing(
    { alphaListing: { foodTakeout: 'order.copperkettle.example' } },
    at('/alphaListing/foodTakeout'),
  ),
  categoryAmongSubcategories: listing(
    { internalListing: { subCategories: ['Restaurant'] } },
    at('/internalListing/subCategories'),
  ),
  statusFixed: listing(
    { additionalInfo: { businessStatus: 'Permanently Closed' } },
    at('/additionalInfo/businessStatus'),
    PUBLISHED,
  ),
  openingDateFixed: (now) =>
    listing(
      { additionalInfo: { businessStatus: 'Opening Soon', openingSoonDate: dayFrom(now, 90) } },
      at('/additionalInfo/openingSoonDate'),
      PUBLISHED_OPENING_SOON,
    ),
  openedOnInFuture: status({ businessStatus: 'Open', openedOnDate: '01/01/2099' }, 'openedOnDate'),
  openingDateMissing: status({ businessStatus: 'Opening Soon' }, 'openingSoonDate'),
  reopenDateNotSupported: status({ businessStatus: 'Permanently Closed', reopenDate: '01/01/2099' }, 'reopenDate'),
  openingDateTooFar: status({ businessStatus: 'Opening Soon', openingSoonDate: '01/01/2099' }, 'openingSoonDate'),
  openingDateInPast: status({ businessStatus: 'Opening Soon', openingSoonDate: '01/01/2020' }, 'openingSoonDate'),
  statusMissing: status({ reopenDate: '01/01/2099' }, 'businessStatus'),
  categoryChangeRefused: listing(
    { alphaListing: { primaryCategoryAlpha: 'Hotel' } },
    at('/alphaListing/primaryCategoryAlpha'),
    PUBLISHED_OPENING_SOON,
  ),
  openDateNotSupported: status({ businessStatus: 'Permanently Closed', openedOnDate: '01/01/2020' }, 'openedOnDate'),
  doctorCategoriesInvalid: healthcare({ doctorCategories: [{}] }, 'doctorCategories/0'),
  isProviderInvalid: healthcare({ isProvider: 'maybe' }, 'isProvider'),
  practiceNameInvalid: healthcare({ practiceName: 'x'.repeat(191) }, 'practiceName', { limit: 190, actual: 191 }),
  firstNameInvalid: healthcare({ firstName: {} }, 'firstName'),
  middleNameInvalid: healthcare({ middleName: ['M.'] }, 'middleName'),
  surNameInvalid: healthcare({ surName: 'Sam\u0007ple' }, 'surName'),
  npiInvalid: healthcare({ npi: '1234567890' }, 'npi'),
  credentialsInvalid: healthcare({ credentials: 'x'.repeat(25) }, 'credentials', { limit: 24, actual: 25 }),
  educationDetailsInvalid: healthcare({ educationDetails: 'State University' }, 'educationDetails'),
  hospitalAffiliationsDetailsInvalid: healthcare({ hospitalAffiliationsDetails: {} }, 'hospitalAffiliationsDetails'),
  insuranceDetailsInvalid: healthcare({ insuranceDetails: [true] }, 'insuranceDetails/0'),
  conditionsInvalid: healthcare({ conditions: [7] }, 'conditions/0'),
  proceduresInvalid: healthcare({ procedures: [['Root canal']] }, 'procedures/0'),
  healthcareInvalid: listing({ healthcare: 'dental' }, at('/healthcare')),
  subLocalityMissing: listing(
    { businessInfo: { location: { countryCode: 'NZ', zip: '1011' } } },
    at('/businessInfo/location/subLocality'),
  ),
  subLocalityTooLong: listing(
    { businessInfo: { location: { countryCode: 'NZ', zip: '1011', subLocality: 'x'.repeat(81) } } },
    at('/businessInfo/location/subLocality'),
  ),
  recordTooLarge: listing({ additionalInfo: { impressum: 'x'.repeat(140_000) } }),
};

export const listingInvalid = {
  ...listing({ businessInfo: { location: { city: 'Atascadero' } } }, at('/businessInfo/location/zip')),
  message: 'businessInfo.location.zip is required',
};
