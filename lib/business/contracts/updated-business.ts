/** The response of update business: the profile after the update. */
import { text, yesOrNo } from '../../contract/atoms.ts';
import { field } from '../../contract/field.ts';

const nullableText = { type: ['string', 'null'] } as const;
const hourText = { type: 'string', pattern: '^(?:[0-9]|1[0-9]|2[0-4]):[0-5][0-9]$' } as const;
const texts = { type: 'array', items: text } as const;

const object = <const T extends string, const P extends Record<string, unknown>>(title: T, properties: P) =>
  ({ title, type: 'object', required: Object.keys(properties) as (keyof P & string)[], properties }) as const;

const serviceArea = object('ServiceArea', {
  description: field(text, 'Name of the area', 'Paso Robles'),
  placeId: field(text, 'Id of the area, derived from its description', 'EiQ0cGx1bW1lcg3vXwQzAb'),
});

const period = object('Period', {
  startHour: field(hourText, 'Start, H:MM', '11:00'),
  endHour: field(hourText, 'End, H:MM; an end before the start is on the next day', '22:00'),
});

const hours = object('OpeningHours', {
  day: field(text, 'Day of the week as text: 0 = Monday to 6 = Sunday', '0'),
  isOpen: field({ type: 'integer' }, '1 = open, 0 = closed', 1),
  workingHours: field({ type: 'array', items: period }, 'Periods of the day'),
  comment: field(text, 'Free text', 'Kitchen closes at 21:30'),
});

const location = object('Location', {
  address1: field(text, 'Street and number', '5835 Traffic Way'),
  address2: field(text, 'Second line of the address', 'Suite 4'),
  city: field(text, 'City', 'Atascadero'),
  state: field(text, 'State', 'CA'),
  zip: field(text, 'Postal code', '93422'),
  countryCode: field(text, 'ISO 3166-1 alpha-2 code', 'US'),
  countryName: field(text, 'English name of the country; empty only without a code', 'United States'),
});

const socialProfiles = object('SocialProfiles', {
  alphaUrl: field(text, 'Profile on alpha', 'https://alpha.example/copperkettle'),
  betaUrl: field(nullableText, 'Profile on beta', 'https://beta.example/copperkettle'),
  microblogUrl: field(nullableText, 'Profile on the microblog', null),
  professionalUrl: field(nullableText, 'Profile on the professional network', null),
  videoUrl: field(nullableText, 'Channel on the video site', null),
});

export const updatedBusiness = object('UpdatedBusiness', {
  name: field(text, 'Name', 'Copper Kettle Grill'),
  alias: field(text, 'Internal label of the location', 'Grill Atascadero'),
  emailId: field(text, 'Email address', 'hello@copperkettle.example'),
  phone: field(text, 'Phone number', '(805) 555-0142'),
  fax: field(text, 'Fax number', '(805) 555-0151'),
  websiteUrl: field(text, 'Website', 'https://copperkettle.example/'),
  description: field(text, 'Description, or else that of the internal listing', 'Wood-fired grill.'),
  keywords: field(text, 'Keywords for search', 'grill, steak, patio'),
  services: field(text, 'Comma-separated', 'Dine-in, Bar'),
  logoUrl: field(text, 'Logo', 'https://cdn.example/logo.png'),
  coverImageUrl: field(text, 'Cover', 'https://cdn.example/cover.jpg'),
  alphaCover: field(text, 'Cover on alpha', 'https://cdn.example/cover-alpha.jpg'),
  betaCover: field(text, 'Cover on beta', 'https://cdn.example/cover-beta.jpg'),
  timezone: field(text, 'Time zone as it was sent', 'America/Los_Angeles'),
  payment: field(text, 'Payment types', 'Cash, Credit card'),
  languages: field(texts, 'Spoken languages', ['English', 'Spanish']),
  isServiceAreaProvider: field({ enum: yesOrNo.enum }, 'Yes or No', 'No'),
  serviceAreas: field({ type: 'array', items: serviceArea }, 'Service areas'),
  hoursOfOperations: field({ type: 'array', items: hours }, 'Hours by day of the week'),
  working24x7: field({ type: 'integer' }, '1 = open 24 hours, all days, 0 = not', 0),
  location: field(location, 'Address'),
  categoryList: field(texts, 'Internal categories, otherwise those of alpha, the primary one first', ['Restaurant']),
  socialProfileURLs: field(socialProfiles, 'Profiles on social sites'),
});
