/** What a partner's nightly synchronisation sends for a location. */

const hours = Array.from({ length: 7 }, (_, day) => ({
  day,
  isOpen: 1,
  workingHours: [
    { startHour: '9:00', endHour: '12:30' },
    { startHour: '13:30', endHour: '18:00' },
  ],
  comment: day === 6 ? 'By appointment' : '',
}));
const words = (count: number) =>
  'A family business that has served its town since it was founded. '.repeat(count).trim();

/** A body of about 3 kB: the fields that a partner's nightly synchronisation sends. */
export const body = {
  name: 'Copper Kettle Grill',
  alias: 'Grill Atascadero',
  isAddressHidden: 0,
  location: {
    address1: '412 Orchard Street',
    address2: 'Suite 2',
    city: 'Atascadero',
    state: 'CA',
    countryCode: 'US',
    zip: '93422',
  },
  emailId: 'grill@copperkettle.example',
  phone: '(805) 555-0101',
  fax: '(805) 555-0151',
  websiteUrl: 'https://copperkettle.example/',
  establishedYear: 2009,
  timezone: 'America/Los_Angeles',
  languages: ['English', 'Spanish'],
  isServiceAreaProvider: 'Yes',
  serviceAreas: [{ description: 'Atascadero' }, { description: 'Templeton' }],
  working24x7: 0,
  hoursOfOperations: hours,
  specialHours: [{ specialDate: '12/24/2030', startHour: '10:00', endHour: '15:00', isOpen: 1 }],
  businessStatus: 'Open',
  services: 'Dine-in,Takeout,Delivery,Private dining',
  description: words(6),
  keywords: 'grill,steak,family dinner,patio',
  products: 'Steak, salads, cakes',
  appointmentLink: 'https://copperkettle.example/appointment',
  reservationLink: 'https://copperkettle.example/reserve',
  menuLink: 'https://copperkettle.example/menu',
  orderAheadLink: 'https://order.copperkettle.example/',
  payment: 'Cash,Credit card,Contactless',
  logoUrl: 'https://cdn.copperkettle.example/logo.png',
  coverImageUrl: 'https://cdn.copperkettle.example/cover.jpg',
  gammaListing: { primaryCategoryGamma: 'Restaurant', categories: ['Restaurant', 'Steak house'] },
  internalListing: {
    description: words(4),
    category: 'Restaurant',
    subcategory: ['American restaurant', 'Steak house'],
    displayCategory: 'Restaurant',
  },
  betaListing: { category: ['Restaurant'], betaDescription: words(1) },
  alphaListing: {
    primaryCategoryAlpha: 'Restaurant',
    additionalCategory: ['American restaurant', 'Steak house'],
    alphaDescription: words(2),
    alphaStoreId: 'CK-101',
  },
  socialProfileURLs: {
    alphaUrl: 'https://alpha.example/copperkettle',
    betaUrl: 'https://beta.example/copperkettle',
    microblogUrl: 'https://microblog.example/copperkettle',
  },
  isSEOEnabled: true,
  externalReferenceId: 'CK-101',
};

/** The same with another alias: an update that changes nothing is refused by its condition, and is another work. */
export const otherBody = { ...body, alias: 'Grill Atascadero, on Orchard Street' };
