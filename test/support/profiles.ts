/** Profiles of update business that every rule accepts, as clients may send them: for tests by property. */
import fc from 'fast-check';
import { isBlank, ONE_LINE } from '../../lib/contract/text.ts';
import { webUrl as anyUrl } from './texts.ts';
import { REQUIRED } from './world.ts';

const LINE = new RegExp(ONE_LINE, 'u');
/** Any text of one line, in its trimmed form; what would mean "no value" is left out. */
const text = (maxLength = 60, minLength = 1) =>
  fc
    .string({ unit: 'grapheme', minLength, maxLength })
    .map((value) => value.trim().toWellFormed())
    .filter(
      (value) =>
        [...value].length >= minLength && [...value].length <= maxLength && LINE.test(value) && !isBlank(value),
    );
/** A text that a list may hold: without commas. */
const item = text(30).map((value) => value.replaceAll(',', ';'));
const webUrl = anyUrl.filter((value) => !/["'<>]/.test(value));
const url = fc.oneof(webUrl, fc.domain());
const bit = fc.constantFrom(0, 1);
const hour = fc.tuple(fc.nat(23), fc.nat(59)).map(([hours, minutes]) => `${hours}:${String(minutes).padStart(2, '0')}`);
const span = fc.record({ startHour: hour, endHour: fc.oneof(hour, fc.constant('24:00')) });
const date = fc
  .date({ min: new Date('1900-01-01'), max: new Date('2999-12-31'), noInvalidDate: true })
  .map((day) => day.toISOString().slice(0, 10).split('-') as [string, string, string])
  .map(([year, month, day]) => `${month}/${day}/${year}`);
const names = (maxLength: number) =>
  fc.uniqueArray(item, { minLength: 1, maxLength, selector: (value) => value.trim().toLowerCase() });
const optional = <Fields extends Record<string, fc.Arbitrary<unknown>>>(fields: Fields) =>
  fc.record(fields, { requiredKeys: [] }).filter((value) => Object.keys(value).length > 0);

/** A row of a custom field, as it is stored. */
const customField = (number: number) =>
  fc.record(
    {
      fieldName: fc.constant(`Field ${number}`),
      id: fc.constant(9000 + number),
      type: fc.constant(number % 2 === 0 ? 'TEXT' : 'TEXT_RAW'),
      fieldValue: text(),
    },
    { requiredKeys: ['fieldName', 'id', 'type'] },
  );

/** An arbitrary value for each field, in the form in which it is stored. */
export const FIELDS: Readonly<Record<string, fc.Arbitrary<unknown>>> = {
  name: text(250, 3),
  alias: text(),
  isAddressHidden: bit,
  location: fc.record(
    {
      zip: text(12),
      city: text(1000),
      address1: text(),
      address2: text(),
      state: fc.constantFrom('TX', 'ON'),
      countryCode: fc.constantFrom('US', 'CA', 'GB', 'DE'),
    },
    { requiredKeys: ['zip'] },
  ),
  websiteUrl: url,
  establishedYear: fc.integer({ min: 1, max: 9999 }),
  timezone: fc.oneof(text(), fc.constantFrom('UTC', 'Pacific Standard Time')),
  languages: names(20),
  isServiceAreaProvider: fc.constantFrom('Yes', 'No'),
  serviceAreas: fc.array(fc.record({ description: text() }), { minLength: 1, maxLength: 10 }),
  working24x7: bit,
  hoursOfOperations: fc.array(
    fc.record(
      { day: fc.nat(6), isOpen: bit, workingHours: fc.array(span, { minLength: 1, maxLength: 3 }), comment: text() },
      // As it is stored: each day says whether it is open.
      { requiredKeys: ['day', 'isOpen'] },
    ),
    { minLength: 1, maxLength: 8 },
  ),
  specialHours: fc.array(
    fc
      .tuple(fc.record({ specialDate: date, isOpen: bit }, { requiredKeys: ['specialDate'] }), fc.option(span))
      .map(([day, period]) => ({ ...day, ...period })),
    {
      minLength: 1,
      maxLength: 5,
    },
  ),
  businessStatus: fc.constantFrom('Open', 'Permanently Closed'),
  description: text(4000),
  keywords: text(1000),
  products: text(),
  menuLink: url,
  payment: text(250),
  alphaLogoOptOut: bit,
  betaCoverOptOut: bit,
  covidInfo: optional({ postDescription: text(), covid19SupportLink: url }),
  gammaListing: optional({ primaryCategoryGamma: text(), categories: names(3), gammaDescription: text(4096) }),
  internalListing: optional({ description: text(5000) }),
  betaListing: optional({ category: names(3), betaDescription: text(255) }),
  alphaListing: optional({
    alphaStoreId: text(),
    additionalCategory: names(9),
    alphaDescription: text(750),
    foodDelivery: webUrl,
  }),
  socialProfileURLs: optional({ betaUrl: url, alphaUrl: url }),
  isSEOEnabled: fc.boolean(),
  // A name is one field of the account, whatever id comes with it: each of these has its own.
  customFields: fc
    .subarray([1, 2, 3, 4, 5, 6], { minLength: 1 })
    .chain((numbers) => fc.tuple(...numbers.map((number) => customField(number)))),
  entityCategory: fc.constantFrom('physical_location', 'provider'),
};

/** A request with the required fields and any of `fields`. */
export const bodyOf = (
  fields: Readonly<Record<string, fc.Arbitrary<unknown>>>,
): fc.Arbitrary<Record<string, unknown>> =>
  fc.record(fields, { requiredKeys: [], noNullPrototype: true }).map((body) => ({ ...REQUIRED, ...body }));

/** Fields as they lie in the store: by path. */
export const flat = (fields: object, prefix = ''): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([name, value]) =>
      typeof value === 'object' && value !== null && !Array.isArray(value)
        ? Object.entries(flat(value, `${prefix}${name}.`))
        : [[`${prefix}${name}`, value]],
    ),
  );
