/**
 * Update business: changes the profile of one location, field by field.
 *
 * The properties stand in the order in which they are judged, as the first violation answers. What a schema can't say
 * stands in `lib/business/rules`.
 */

import { countryCodes } from '../../catalog/country-names.ts';
import {
  businessName,
  categories,
  coverImage,
  email,
  endHour,
  foodLink,
  identifier,
  line,
  list,
  maxLine,
  maxText,
  optOut,
  phone,
  socialProfile,
  startHour,
  text,
  trueOrFalse,
  url,
  yesOrNo,
  zeroOrOne,
} from '../../contract/atoms.ts';
import { errors, recordTooLarge } from '../../contract/errors.ts';
import type { Contract, Schema } from '../../contract/operation.ts';
import { addressed } from '../../contract/parameters.ts';

/**
 * The interface gives these lists no limit. No client sends as many; without one, a body of a legal size could keep the
 * table busy for seconds.
 */
const MOST_ENTRIES = 1000;

const workingHours = {
  type: 'array',
  maxItems: MOST_ENTRIES,
  'x-blank-rows': { dropWhere: 'isOpen', is: 0 },
  items: { type: 'object', required: ['startHour', 'endHour'], properties: { startHour, endHour } },
} as const;

const location = {
  type: 'object',
  properties: {
    address1: line,
    address2: line,
    subLocality: { ...line, description: 'Suburb; mandatory for New Zealand, ignored elsewhere; 4 to 80 characters' },
    city: maxLine(1000),
    state: { ...maxLine(50), description: '2 characters for US, CA and where no country is given' },
    countryCode: {
      type: 'string',
      pattern: `^(?:${countryCodes.join('|')})$`,
      'x-read': 'country',
      'x-errors': { pattern: 'must be a 2-character country code (ISO 3166)' },
    },
    zip: line,
  },
} as const;

const dateText = { type: 'string', description: 'MM/DD/YYYY' } as const;

/** The fields of a profile, in the order in which they are judged. */
export const profileProperties = {
  name: businessName,
  alias: { ...line, description: 'Internal label of the location' },
  isAddressHidden: {
    ...zeroOrOne,
    description: '1 = hide the street address, 0 = show it; not every site supports it',
  },
  location,
  emailId: { ...email(254), description: 'Email address of the location' },
  phone: { ...phone(errors.phoneInvalid), 'x-blank': 'judge', description: '(xxx) xxx-xxxx' },
  fax: { ...phone(errors.faxInvalid), description: '(xxx) xxx-xxxx' },
  websiteUrl: url,
  establishedYear: { type: 'integer', minimum: 1, maximum: 9999 },
  timezone: { ...line, description: 'IANA name, or a common one such as Pacific Standard Time' },
  languages: { ...list, maxItems: MOST_ENTRIES },
  isServiceAreaProvider: { ...yesOrNo, description: 'Whether the business serves an area; default No' },
  serviceAreas: {
    type: 'array',
    maxItems: 10,
    items: { type: 'object', required: ['description'], properties: { description: line } },
  },
  working24x7: zeroOrOne,
  hoursOfOperations: {
    type: 'array',
    maxItems: MOST_ENTRIES,
    items: {
      type: 'object',
      required: ['day'],
      properties: {
        day: { type: 'integer', minimum: 0, maximum: 6, description: '0 = Monday' },
        isOpen: zeroOrOne,
        workingHours,
        comment: text,
      },
    },
  },
  specialHours: {
    type: 'array',
    maxItems: MOST_ENTRIES,
    items: {
      type: 'object',
      required: ['specialDate'],
      properties: { specialDate: dateText, startHour, endHour, isOpen: zeroOrOne },
    },
  },
  businessStatus: { enum: ['Open', 'Temporarily Closed', 'Permanently Closed', 'Opening Soon'] },
  reopenDate: {
    ...dateText,
    description: 'MM/DD/YYYY, not in the past; required with Temporarily Closed, optional with Open',
  },
  openedOnDate: { ...dateText, description: 'MM/DD/YYYY; with status Open only, and not in the future' },
  openingSoonDate: { ...dateText, description: 'MM/DD/YYYY; with status Opening Soon only, within a year from today' },
  services: { type: 'string', 'x-read': 'text-list', description: 'Comma-separated; for search optimisation' },
  description: {
    type: 'string',
    maxLength: 4000,
    'x-aliases': ['mainBusinessDescription'],
    'x-errors': { maxLength: errors.descriptionTooLong },
  },
  keywords: { type: 'string', maxLength: 1000, 'x-errors': { maxLength: errors.keywordsTooLong } },
  products: { ...text, description: 'Free text' },
  appointmentLink: url,
  reservationLink: url,
  menuLink: url,
  orderAheadLink: url,
  impressum: { ...text, description: 'Statement of ownership, required by law in some countries' },
  payment: maxText(250),
  localPhoneNumber: line,
  tollFreePhoneNumber: line,
  androidAppURL: url,
  iosAppURL: url,
  logoUrl: { ...url, description: 'At least 250 x 250 px and 10 KB, better 720 x 720 px' },
  alphaLogoOptOut: optOut,
  betaLogoOptOut: optOut,
  alphaCoverOptOut: optOut,
  betaCoverOptOut: optOut,
  coverImageUrl: { ...coverImage, description: 'JPG, JPEG or PNG, at least 1296 x 367 px' },
  alphaCover: url,
  betaCover: url,
  coverBusinessInfoLayout: maxLine(100),
  covidInfo: {
    type: 'object',
    properties: { postDescription: text, covid19SupportLink: url, virtualCareLink: url },
  },
  gammaListing: {
    type: 'object',
    properties: {
      primaryCategoryGamma: line,
      gammaPhoneNumber: { ...line, description: 'In place of the primary phone, on that site only' },
      categories: categories(3, '^(?:category|categories)[0-9]+(?:Gamma)?$'),
      gammaDescription: maxText(4096),
    },
  },
  internalListing: {
    type: 'object',
    properties: {
      description: maxText(5000),
      category: line,
      subcategory: categories(3, '^subcategory[0-9]+(?:Internal)?$'),
      displayCategory: { ...line, description: 'The category or one of the subcategories' },
    },
  },
  betaListing: {
    type: 'object',
    properties: {
      category: categories(3, '^category[0-9]+(?:Beta)?$'),
      betaDescription: maxText(255),
      betaPhoneNumber: { ...line, description: 'In place of the primary phone, on that page only' },
    },
  },
  alphaListing: {
    type: 'object',
    properties: {
      alphaWebsiteUrl: url,
      alphaPhoneNumber: { ...line, description: 'In place of the primary phone, on that site only' },
      alphaStoreId: line,
      primaryCategoryAlpha: line,
      additionalCategory: {
        ...categories(9, '^additionalCategory[0-9]+(?:Alpha)?$'),
        'x-errors': { maxItems: errors.tooManyAlphaCategories },
      },
      alphaDescription: maxText(750),
      attributes: { type: 'object', 'x-read': 'opaque', description: 'Supported attributes are not specified' },
      foodDelivery: foodLink(errors.foodDeliveryInvalid),
      foodTakeout: foodLink(errors.foodTakeoutInvalid),
    },
  },
  socialProfileURLs: {
    type: 'object',
    properties: {
      betaUrl: socialProfile,
      microblogUrl: socialProfile,
      professionalUrl: socialProfile,
      alphaUrl: socialProfile,
      videoUrl: socialProfile,
    },
  },
  isSEOEnabled: { ...trueOrFalse, description: 'Whether search engines may index the profile; default true' },
  externalReferenceId: { ...line, description: 'Your own unique id of the location' },
  customFields: {
    type: 'array',
    maxItems: MOST_ENTRIES,
    'x-read': 'array',
    items: {
      type: 'object',
      required: ['fieldName', 'id'],
      properties: {
        fieldName: line,
        id: identifier,
        type: { enum: ['TEXT', 'URL', 'NUMBER', 'DATE', 'DROPDOWN_SINGLE', 'DROPDOWN_MULTI', 'TEXT_RAW'] },
        fieldValue: text,
      },
    },
  },
  entityCategory: { enum: ['physical_location', 'provider'], description: 'Default physical_location' },
} as const;

/** A profile as an operator's data file may bring it: any part of it. */
export const profile = { type: 'object', properties: profileProperties } as const;

const nullableText = { type: ['string', 'null'] } as const;
const hourText = { type: 'string', pattern: '^(?:[0-9]|1[0-9]|2[0-4]):[0-5][0-9]$', description: 'H:MM' } as const;
const object = <P extends Record<string, unknown>>(properties: P) =>
  ({
    type: 'object',
    required: Object.keys(properties) as (keyof P & string)[],
    additionalProperties: false,
    properties,
  }) as const;

const request = {
  title: 'BusinessUpdate',
  type: 'object',
  // Missing fields answer before any other violation, so they are asked for ahead of `properties`.
  allOf: [{ properties: { location: { required: ['zip'] } } }, { required: ['emailId', 'phone', 'services'] }],
  properties: profileProperties,
} as const;

export const updateBusiness = {
  id: 'updateBusiness',
  method: 'PUT',
  path: '/v1/business/{businessId}',
  summary: 'Update business',
  tag: 'Businesses',
  description: `Updates the profile of one location and answers with the profile as it then stands.

- A field left out keeps its stored value; \`null\` or an empty text clears it. Nested objects merge field by field, arrays
  are replaced whole.
- \`emailId\`, \`phone\` and \`services\` are required, and \`location.zip\` when \`location\` is sent.
- The first violation answers, in the order of the fields below; with \`Accept: application/problem+json\`, all of them do.
- A phone or fax outside the US, Canada, Puerto Rico and the US Virgin Islands may be international: \`+\` and 7 to 15
  digits. \`location.state\` has exactly 2 characters for US, CA and where no country is given.
- \`businessStatus\` must stand beside any of \`reopenDate\`, \`openedOnDate\` and \`openingSoonDate\`. Temporarily Closed
  needs a \`reopenDate\`; Opening Soon needs an \`openingSoonDate\` (or a \`reopenDate\` in its place) within a year from today.
  Today is the day in the time zone of the location.
- Send \`If-Match\` with the \`ETag\` of the last answer to update only what you have seen, \`Idempotency-Key\` to retry
  safely, and \`validateOnly=true\` to try without writing.`,
  module: 'business',
  pathParameters: { businessId: addressed(errors.businessNotFound, 'The business number of the location') },
  writes: true,
  etag: true,
  ifMatch: true,
  // Read by path, never by its type, which is more than the compiler takes.
  request: request as Schema,
  reply: object({
    name: text,
    alias: text,
    emailId: text,
    phone: text,
    fax: text,
    websiteUrl: text,
    description: text,
    keywords: text,
    services: text,
    logoUrl: text,
    coverImageUrl: text,
    alphaCover: text,
    betaCover: text,
    timezone: text,
    payment: text,
    languages: { type: 'array', items: text },
    isServiceAreaProvider: text,
    serviceAreas: { type: 'array', items: object({ description: text, placeId: text }) },
    hoursOfOperations: {
      type: 'array',
      items: object({
        day: text,
        isOpen: { type: 'integer' },
        workingHours: { type: 'array', items: object({ startHour: hourText, endHour: hourText }) },
        comment: text,
      }),
    },
    working24x7: { type: 'integer' },
    location: object({
      address1: text,
      address2: text,
      city: text,
      state: text,
      zip: text,
      countryCode: text,
      countryName: text,
    }),
    categoryList: { type: 'array', items: text },
    socialProfileURLs: object({
      alphaUrl: text,
      betaUrl: nullableText,
      microblogUrl: nullableText,
      professionalUrl: nullableText,
      videoUrl: nullableText,
    }),
  }),
  errors: {
    businessNotFound: errors.businessNotFound,
    nameBlank: errors.nameBlank,
    nameTooShort: errors.nameTooShort,
    nameTooLong: errors.nameTooLong,
    phoneInvalid: errors.phoneInvalid,
    faxInvalid: errors.faxInvalid,
    descriptionTooLong: errors.descriptionTooLong,
    keywordsTooLong: errors.keywordsTooLong,
    categoryInvalid: errors.categoryInvalid,
    reopenDateInPast: errors.reopenDateInPast,
    tooManyAlphaCategories: errors.tooManyAlphaCategories,
    duplicateAlphaCategories: errors.duplicateAlphaCategories,
    primaryAmongAdditional: errors.primaryAmongAdditional,
    foodLinksNotSupported: errors.foodLinksNotSupported,
    foodDeliveryInvalid: errors.foodDeliveryInvalid,
    foodTakeoutInvalid: errors.foodTakeoutInvalid,
    categoryAmongSubcategories: errors.categoryAmongSubcategories,
    statusFixed: errors.statusFixed,
    openingDateFixed: errors.openingDateFixed,
    openedOnInFuture: errors.openedOnInFuture,
    openingDateMissing: errors.openingDateMissing,
    reopenDateNotSupported: errors.reopenDateNotSupported,
    openingDateTooFar: errors.openingDateTooFar,
    openingDateInPast: errors.openingDateInPast,
    statusMissing: errors.statusMissing,
    categoryChangeRefused: errors.categoryChangeRefused,
    openDateNotSupported: errors.openDateNotSupported,
    subLocalityMissing: errors.subLocalityMissing,
    subLocalityTooLong: errors.subLocalityTooLong,
    recordTooLarge,
  },
  access: ['GetItem', 'UpdateItem'],
} as const satisfies Contract;
