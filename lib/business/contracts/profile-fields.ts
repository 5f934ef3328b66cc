/**
 * The fields of a profile, in the order of checking, as the response reports the first violation. `lib/business/rules`
 * has the rules that a schema can't express.
 */

import { countryCode } from '../../catalog/country-code.ts';
import {
  businessName,
  coverImage,
  email,
  identifier,
  line,
  list,
  maxLine,
  maxText,
  optOut,
  phone,
  picture,
  text,
  trueOrFalse,
  url,
  yesOrNo,
  zeroOrOne,
} from '../../contract/atoms.ts';
import * as errors from '../../contract/error-rows.ts';
import { field } from '../../contract/field.ts';
import { LONGEST_NAME, LONGEST_VALUE } from '../../fields/repository/field.ts';
import { entityCategory } from './profile-codes.ts';
import { hoursOfOperations, specialHours } from './profile-hours.ts';
import { dateText, MOST_ENTRIES } from './profile-limits.ts';
import { alphaListing, betaListing, gammaListing, internalListing, socialProfileURLs } from './profile-listings.ts';

const location = {
  title: 'LocationUpdate',
  type: 'object',
  properties: {
    address1: field(maxLine(1000), 'Street and number', '5835 Traffic Way'),
    address2: field(maxLine(1000), 'Second line of the address', 'Suite 4'),
    subLocality: field(
      line,
      'Suburb, 4 to 80 characters: required in New Zealand (6000, 6001), ignored elsewhere',
      'Mount Eden',
    ),
    city: field(maxLine(1000), 'City', 'Atascadero'),
    state: field(
      maxLine(50),
      'State: exactly 2 characters if the country, after the update, is US, CA or unknown',
      'CA',
    ),
    countryCode: field(countryCode, 'ISO 3166-1 alpha-2 code; an unknown one returns 400', 'US'),
    zip: field(maxLine(1000), 'Postal code', '93422'),
  },
} as const;

const phoneWords =
  '`(xxx) xxx-xxxx`. Outside US, CA, PR and VI also international: `+` and 7 to 15 digits, with spaces and hyphens. ' +
  'Validated by the country as it is after the update';

const serviceAreas = {
  type: 'array',
  maxItems: 10,
  items: {
    title: 'ServiceAreaUpdate',
    type: 'object',
    required: ['description'],
    properties: { description: field(line, 'Name of the area', 'Paso Robles') },
  },
} as const;

const customFields = {
  type: 'array',
  maxItems: MOST_ENTRIES,
  'x-read': 'array',
  items: {
    title: 'CustomFieldUpdate',
    type: 'object',
    required: ['fieldName', 'id'],
    properties: {
      fieldName: field({ ...line, 'x-limits': { maxLength: LONGEST_NAME } }, 'Name of the field', 'Parking'),
      id: field({ ...identifier, 'x-any-number': true }, 'Id of the field', 4101),
      type: field(
        { enum: ['TEXT', 'URL', 'NUMBER', 'DATE', 'DROPDOWN_SINGLE', 'DROPDOWN_MULTI', 'TEXT_RAW'] },
        'Type of the value',
        'TEXT',
      ),
      fieldValue: field({ ...text, 'x-limits': { maxLength: LONGEST_VALUE } }, 'Value', 'Behind the house'),
    },
  },
} as const;

const description = {
  type: 'string',
  maxLength: 4000,
  'x-aliases': ['mainBusinessDescription'],
  'x-errors': { maxLength: errors.descriptionTooLong },
} as const;

const covidInfo = {
  title: 'CovidInfoUpdate',
  type: 'object',
  properties: {
    postDescription: field(text, 'Text of the post', 'The patio is open.'),
    covid19SupportLink: field(url, 'Page with more information', 'https://copperkettle.example/health'),
    virtualCareLink: field(url, 'Page for virtual visits', 'https://copperkettle.example/virtual'),
  },
} as const;

const platformPhoto = (photo: string) =>
  `Whether the ${photo} on that platform must not be changed: 1 = false, 0 = true`;

export const profileProperties = {
  name: field(businessName, 'Name, 3 to 250 characters', 'Copper Kettle Grill'),
  alias: field(maxLine(1000), 'Internal label of the location', 'Grill Atascadero'),
  isAddressHidden: field(zeroOrOne, '1 = hide the street address, 0 = show it; not every site supports it', 0),
  location: field(location, 'Address; merged field by field'),
  emailId: field(email(254), 'One email address, at most 254 characters', 'hello@copperkettle.example'),
  phone: field({ ...phone(errors.phoneInvalid), 'x-blank': 'check' }, phoneWords, '(805) 555-0142'),
  fax: field(phone(errors.faxInvalid), phoneWords, '(805) 555-0151'),
  websiteUrl: field(url, 'Website', 'https://copperkettle.example/'),
  establishedYear: field(
    { type: 'integer', minimum: 1, maximum: 9999 },
    'Year in which the business was founded',
    1998,
  ),
  timezone: field(
    line,
    'Time zone that decides what day it is today: an IANA name that contains `/`, `UTC`, `GMT`, or a common name or abbreviation ' +
      'of the US, Canada, Mexico, Australia and New Zealand (`Pacific Standard Time`). All else counts as UTC',
    'America/Los_Angeles',
  ),
  languages: field({ ...list, items: line, maxItems: MOST_ENTRIES }, 'Spoken languages', ['English', 'Spanish']),
  isServiceAreaProvider: field(yesOrNo, 'Whether the business serves an area; No by default', 'No'),
  serviceAreas: field(serviceAreas, 'Service areas, at most 10. The list replaces the stored one'),
  working24x7: field(zeroOrOne, '1 = open 24 hours, all days', 0),
  hoursOfOperations,
  specialHours,
  businessStatus: field(
    { enum: ['Open', 'Temporarily Closed', 'Permanently Closed', 'Opening Soon'] },
    "Status. A change removes stored dates that the new status can't have",
    'Open',
  ),
  reopenDate: field(
    dateText,
    'MM/DD/YYYY, not in the past unless it is stored already (2162). Required with Temporarily Closed, optional with Open. ' +
      'With Opening Soon it stands in for `openingSoonDate` if that is neither sent nor stored, and is stored as that',
    '09/01/2027',
  ),
  openedOnDate: field(dateText, 'MM/DD/YYYY, not in the future (2513); with status Open only', '05/17/1998'),
  openingSoonDate: field(
    dateText,
    'MM/DD/YYYY, from today (2517) to a year from today (2516) unless it is stored already; with status Opening Soon only',
    '09/01/2027',
  ),
  services: field(
    { type: 'string', 'x-read': 'text-list' },
    'Comma-separated, for search engine optimization',
    'Dine-in, Bar',
  ),
  description: field(description, 'Description of the business', 'Wood-fired grill with a seasonal menu.'),
  keywords: field(
    { type: 'string', maxLength: 1000, 'x-errors': { maxLength: errors.keywordsTooLong } },
    'Keywords for search',
    'grill, steak, patio',
  ),
  products: field(text, 'Free text', 'Steaks, house beer'),
  appointmentLink: field(url, 'URL to book an appointment', 'https://copperkettle.example/visit'),
  reservationLink: field(url, 'URL to reserve a table', 'https://copperkettle.example/reserve'),
  menuLink: field(url, 'URL of the menu', 'https://copperkettle.example/menu'),
  orderAheadLink: field(url, 'URL to order ahead', 'https://copperkettle.example/order'),
  impressum: field(text, 'Legal notice, required in some countries', 'Copper Kettle Inc.'),
  payment: field(maxText(250), 'Payment types', 'Cash, Credit card'),
  localPhoneNumber: field(line, 'Local phone number', '(805) 555-0146'),
  tollFreePhoneNumber: field(line, 'Toll-free phone number', '(800) 555-0147'),
  androidAppURL: field(url, 'App for Android', 'https://apps.example/android/copperkettle'),
  iosAppURL: field(url, 'App for iOS', 'https://apps.example/ios/copperkettle'),
  logoUrl: field(picture, 'Logo: at least 250 x 250 px and 10 KB, better 720 x 720 px', 'https://cdn.example/logo.png'),
  alphaLogoOptOut: field(optOut, platformPhoto('logo'), 1),
  betaLogoOptOut: field(optOut, platformPhoto('logo'), 1),
  alphaCoverOptOut: field(optOut, platformPhoto('cover'), 1),
  betaCoverOptOut: field(optOut, platformPhoto('cover'), 1),
  coverImageUrl: field(coverImage, 'Cover: JPG, JPEG or PNG, at least 1296 x 367 px', 'https://cdn.example/cover.jpg'),
  alphaCover: field(picture, 'Cover on alpha', 'https://cdn.example/cover-alpha.jpg'),
  betaCover: field(picture, 'Cover on beta', 'https://cdn.example/cover-beta.jpg'),
  coverBusinessInfoLayout: field(maxLine(100), 'Layout of the business information on the cover', 'left'),
  covidInfo: field(covidInfo, 'Notice about the pandemic'),
  gammaListing,
  internalListing,
  betaListing,
  alphaListing,
  socialProfileURLs,
  isSEOEnabled: field(trueOrFalse, 'Whether search engines may index the profile; true by default', true),
  externalReferenceId: field(maxLine(1000), 'Your own id of the location', 'store-0042'),
  customFields: field(
    customFields,
    'Custom fields with their values at this location. The list replaces the stored one; a blank row returns ' +
      '400. The name identifies the field, even if another id is sent. A new name creates a field; a new ' +
      'dropdown gets its value as options',
  ),
  entityCategory: field(entityCategory, 'Kind of entity; physical_location by default', 'physical_location'),
} as const;
