/** Requests of update business against the demo data. */
import type { Cases, ListedViolation, Provocation } from '../../contract/cases.ts';
import * as errors from '../../contract/error-rows.ts';
import { foreignLocation } from '../../contract/foreign.ts';
import { updateBusinessExamples } from './update-business.examples.ts';
import type { updateBusiness } from './update-business.ts';

const required = { emailId: 'grill@copperkettle.example', phone: '(805) 555-0101', services: 'Dine-in' };

/** An update of location 700101, or another, that is refused with these violations. */
const update = (
  fields: object,
  violations?: ListedViolation | readonly ListedViolation[],
  businessId?: number,
): Provocation<'businessId'> => ({
  body: { ...required, ...fields },
  ...(violations && { violations: [violations].flat() }),
  ...(businessId !== undefined && { parameters: { businessId } }),
});

/** Locations whose listing is published: one that is open, one that opens soon. */
const FIXED = 700104;
const FIXED_OPENING_SOON = 700106;

/** The date this many days from now, MM/DD/YYYY. */
const dayFrom = (now: number, days: number): string =>
  new Date(now + days * 86_400_000).toISOString().replace(/^(\d+)-(\d+)-(\d+).*$/, '$2/$3/$1');

export const updateBusinessCases: Cases<typeof updateBusiness> = {
  parameters: { businessId: 700101 },
  examples: updateBusinessExamples,
  provocations: {
    businessNotFound: update({}, undefined, 799999),
    nameBlank: update({ name: ' ' }, { pointer: '/name' }),
    nameTooShort: update({ name: 'CK' }, { pointer: '/name', limit: 3, actual: 2 }),
    nameTooLong: update({ name: 'x'.repeat(251) }, { pointer: '/name', limit: 250, actual: 251 }),
    phoneInvalid: update({ phone: '805-555-0101' }, { pointer: '/phone' }),
    faxInvalid: update({ fax: '805-555-0151' }, { pointer: '/fax' }),
    descriptionTooLong: update(
      { description: 'x'.repeat(4001) },
      { pointer: '/description', limit: 4000, actual: 4001 },
    ),
    keywordsTooLong: update({ keywords: 'x'.repeat(1001) }, { pointer: '/keywords', limit: 1000, actual: 1001 }),
    categoryInvalid: update(
      { internalListing: { category: 'No such category', subcategory: 'Steak house' } },
      { pointer: '/internalListing/category' },
    ),
    reopenDateInPast: update(
      { businessStatus: 'Temporarily Closed', reopenDate: '01/01/2020' },
      { pointer: '/reopenDate' },
    ),
    tooManyAlphaCategories: update(
      { alphaListing: { additionalCategory: 'Bar, Cafe, Hotel, Resort, Dentist, Bakery, Florist, Gym, Spa, Bank' } },
      { pointer: '/alphaListing/additionalCategory', limit: 9, actual: 10 },
    ),
    duplicateAlphaCategories: update(
      { alphaListing: { additionalCategory: ['Bar', 'bar'] } },
      { pointer: '/alphaListing/additionalCategory' },
    ),
    primaryAmongAdditional: update(
      { alphaListing: { primaryCategoryAlpha: 'Bar', additionalCategory: ['Bar'] } },
      { pointer: '/alphaListing/additionalCategory' },
    ),
    foodLinksNotSupported: update(
      { alphaListing: { foodDelivery: 'https://order.kettlehouse.example/' } },
      { pointer: '/alphaListing/foodDelivery' },
      FIXED,
    ),
    foodDeliveryInvalid: update(
      { alphaListing: { foodDelivery: 'order.copperkettle.example' } },
      { pointer: '/alphaListing/foodDelivery' },
    ),
    foodTakeoutInvalid: update(
      { alphaListing: { foodTakeout: 'order.copperkettle.example' } },
      { pointer: '/alphaListing/foodTakeout' },
    ),
    categoryAmongSubcategories: update(
      { internalListing: { category: 'Restaurant', subcategory: ['Restaurant'] } },
      { pointer: '/internalListing/subcategory' },
    ),
    statusFixed: update({ businessStatus: 'Permanently Closed' }, { pointer: '/businessStatus' }, FIXED),
    openingDateFixed: (now) =>
      update(
        { businessStatus: 'Opening Soon', openingSoonDate: dayFrom(now, 90) },
        { pointer: '/openingSoonDate' },
        FIXED_OPENING_SOON,
      ),
    openedOnInFuture: update({ businessStatus: 'Open', openedOnDate: '01/01/2099' }, { pointer: '/openedOnDate' }),
    openingDateMissing: update({ businessStatus: 'Opening Soon' }, { pointer: '/openingSoonDate' }),
    reopenDateNotSupported: update(
      { businessStatus: 'Permanently Closed', reopenDate: '01/01/2099' },
      { pointer: '/reopenDate' },
    ),
    openingDateTooFar: update(
      { businessStatus: 'Opening Soon', openingSoonDate: '01/01/2099' },
      { pointer: '/openingSoonDate' },
    ),
    openingDateInPast: update(
      { businessStatus: 'Opening Soon', openingSoonDate: '01/01/2020' },
      { pointer: '/openingSoonDate' },
    ),
    statusMissing: update({ reopenDate: '01/01/2099' }, { pointer: '/businessStatus' }),
    categoryChangeRefused: update(
      { alphaListing: { primaryCategoryAlpha: 'Hotel' } },
      { pointer: '/alphaListing/primaryCategoryAlpha' },
      FIXED_OPENING_SOON,
    ),
    openDateNotSupported: update(
      { businessStatus: 'Permanently Closed', openedOnDate: '01/01/2020' },
      { pointer: '/openedOnDate' },
    ),
    subLocalityMissing: update({ location: { countryCode: 'NZ', zip: '1011' } }, { pointer: '/location/subLocality' }),
    subLocalityTooLong: update(
      { location: { countryCode: 'NZ', zip: '1011', subLocality: 'x'.repeat(81) } },
      { pointer: '/location/subLocality' },
    ),
    recordTooLarge: update({ products: 'x'.repeat(140_000) }),
  },
  invalid: {
    ...update({ location: { city: 'Atascadero' } }, { pointer: '/location/zip' }),
    message: 'location.zip is required',
  },
  foreign: {
    businessId: foreignLocation('businessId', errors.businessNotFound, required),
  },
};
