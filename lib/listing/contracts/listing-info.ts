/**
 * Blocks of a listing that describe a business and its hours. `lib/listing/rules` has the rules that a schema can't
 * express.
 */
import { profileProperties } from '../../business/contracts/profile-fields.ts';
import { categories, line, maxText, yesOrNo } from '../../contract/atoms.ts';
import { field } from '../../contract/field.ts';
import { ofProfile, sameFields } from './of-profile.ts';

const { name, phone, serviceAreas, location, hoursOfOperations, working24x7, services, products, payment } =
  profileProperties;

const mainBusinessDescription = field(
  { type: 'string', minLength: 200, maxLength: 750 },
  'Description of the business, 200 to 750 characters, without a URL and without a phone number; blank clears it',
  'A wood-fired grill in the old packing house of the town. '.repeat(4).trim(),
);

export const businessInfo = field(
  {
    title: 'ListingBusinessInfoUpdate',
    type: 'object',
    properties: {
      name: ofProfile(name, { 'x-missing': '' }),
      phone: ofProfile(phone, { 'x-missing': '' }),
      ...sameFields(profileProperties, ['websiteUrl', 'emailId']),
      isAddressHidden: field(yesOrNo, 'Whether the street address is hidden: Yes or No', 'No'),
      isServiceAreaProvider: ofProfile(profileProperties.isServiceAreaProvider),
      mainBusinessDescription,
      serviceAreas: ofProfile(serviceAreas),
      location: ofProfile(location),
    },
  },
  'Name, contact data and address',
);

const hoursByType = (title: string, channel: string) =>
  field(
    { title, type: 'object', 'x-read': 'map', additionalProperties: ofProfile(hoursOfOperations) },
    `Hours of parts of the business on ${channel}, by hour type (see list hour types). They are merged by ` +
      'type; blank hours remove a type',
    { Brunch: [{ day: 6, isOpen: 1, workingHours: [{ startHour: '10:00', endHour: '13:00' }] }] },
  );

export const additionalInfo = field(
  {
    title: 'ListingAdditionalInfoUpdate',
    type: 'object',
    properties: {
      ...sameFields(profileProperties, ['establishedYear', 'timezone', 'languages']),
      wholeWeekOperating: ofProfile(working24x7),
      ...sameFields(profileProperties, ['hoursOfOperations', 'specialHours']),
      moreHours: hoursByType('MoreHoursUpdate', 'alpha'),
      mapsMoreHours: hoursByType('MapsMoreHoursUpdate', 'maps'),
      ...sameFields(profileProperties, ['businessStatus', 'reopenDate', 'openedOnDate', 'openingSoonDate']),
      services: ofProfile(services, { maxLength: 1000 }),
      keywords: ofProfile(profileProperties.keywords),
      products: ofProfile(products, { maxLength: 1000 }),
      ...sameFields(profileProperties, [
        'appointmentLink',
        'reservationLink',
        'menuLink',
        'orderAheadLink',
        'impressum',
      ]),
      paymentTypes: field(
        { type: 'array', items: line, maxItems: 100, 'x-read': 'names' },
        'Common payment types, by label. Other values are returned in `additionalPaymentTypes`',
        ['Cash', 'Credit card'],
      ),
      additionalPaymentTypes: field(
        maxText(payment.maxLength),
        'Other payment types, comma-separated; at most 250 characters together with `paymentTypes`',
        'Farm vouchers',
      ),
      ...sameFields(profileProperties, ['localPhoneNumber', 'tollFreePhoneNumber', 'androidAppURL', 'iosAppURL']),
    },
  },
  'Further information and opening hours',
);

export const gammaListing = field(
  {
    title: 'ListingGammaUpdate',
    type: 'object',
    properties: {
      primaryCategoryGamma: ofProfile(profileProperties.gammaListing.properties.primaryCategoryGamma),
      gammaCategories: ofProfile(profileProperties.gammaListing.properties.categories),
      gammaPhoneNumber: ofProfile(profileProperties.gammaListing.properties.gammaPhoneNumber),
      gammaDescription: ofProfile(profileProperties.gammaListing.properties.gammaDescription),
    },
  },
  'What is shown on gamma, a web search engine',
);

export const thirdPartyListing = field(
  {
    title: 'ListingThirdPartyUpdate',
    type: 'object',
    properties: {
      thirdPartyCategory: field(line, 'Primary category in other directories', 'Restaurant'),
      thirdPartySubCategories: field(
        categories(3, '^thirdPartySubCategor(?:y|ies)[0-9]+$'),
        'Additional categories in other directories, at most 3',
        ['Steak house'],
      ),
    },
  },
  'What is shown in other directories',
);
