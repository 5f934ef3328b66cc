/** Names of the fields of a profile: no custom field has one. Pure. A test holds them complete. */
import { nameKey } from './field.ts';

const NAMES = [
  ...['name', 'alias', 'isAddressHidden', 'location', 'emailId', 'phone', 'fax', 'websiteUrl', 'establishedYear'],
  ...['timezone', 'languages', 'isServiceAreaProvider', 'serviceAreas', 'working24x7', 'hoursOfOperations'],
  ...['specialHours', 'businessStatus', 'reopenDate', 'openedOnDate', 'openingSoonDate', 'services', 'description'],
  ...['mainBusinessDescription', 'keywords', 'products', 'appointmentLink', 'reservationLink', 'menuLink'],
  ...['orderAheadLink', 'impressum', 'payment', 'localPhoneNumber', 'tollFreePhoneNumber', 'androidAppURL'],
  ...['iosAppURL', 'logoUrl', 'alphaLogoOptOut', 'betaLogoOptOut', 'alphaCoverOptOut', 'betaCoverOptOut'],
  ...['coverImageUrl', 'alphaCover', 'betaCover', 'coverBusinessInfoLayout', 'covidInfo', 'gammaListing'],
  ...['internalListing', 'betaListing', 'alphaListing', 'socialProfileURLs', 'isSEOEnabled', 'externalReferenceId'],
  ...['customFields', 'entityCategory'],
  // The fields of `location` are the ones that the interface names by their path.
  ...['location.address1', 'location.address2', 'location.subLocality', 'location.city', 'location.state'],
  ...['location.countryCode', 'location.zip'],
];

const RESERVED = new Set(NAMES.map(nameKey));

export const isReserved = (name: string): boolean => RESERVED.has(nameKey(name));
