/** Updates of spec 2.1 of which many hang on each other and on what is stored: for tests by sequences of them. */
import fc from 'fast-check';
import { anyBody } from './any-body.ts';
import { FIELDS } from './profiles.ts';
import { REQUIRED } from './world.ts';

const DAY = 86_400_000;
/** A date so many days from now, as the interface writes it. */
const dateIn = (days: number): string => {
  const [year, month, day] = new Date(Date.now() + days * DAY).toISOString().slice(0, 10).split('-');
  return `${month}/${day}/${year}`;
};

const blank = fc.constantFrom(null, '', 'null');
const orBlank = (arbitrary: fc.Arbitrary<unknown>) =>
  fc.oneof({ weight: 5, arbitrary }, { weight: 1, arbitrary: blank });
const oneOf = (...values: unknown[]) => orBlank(fc.constantFrom(...values));
const some = (fields: Record<string, fc.Arbitrary<unknown>>) => fc.record(fields, { requiredKeys: [] });

const date = oneOf(dateIn(-400), dateIn(-3), dateIn(3), dateIn(30), dateIn(300), dateIn(500), '02/30/2027');
const category = oneOf('Restaurant', 'Hotel', 'Bar', 'hotel', 'Spa', 'Restaurant', 'No such trade');
const categories = oneOf('Hotel', 'Bar, Hotel', ['Spa'], 'Gym,gym', ['Restaurant', 'Bar'], []);
const phone = oneOf('(650) 555-0100', '+44 20 7946 0000', '555');
const leaf = fc.oneof(fc.constantFrom(1, 'text', null, '', true), fc.array(fc.nat(3), { maxLength: 2 }));
const attributes = fc.dictionary(
  fc.constantFrom('a', 'b', 'c'),
  fc.oneof(leaf, fc.dictionary(fc.constantFrom('d', 'e'), leaf)),
  {
    noNullPrototype: true,
  },
);

/** Fields that rules check together, or by what is stored. */
const RULED: Readonly<Record<string, fc.Arbitrary<unknown>>> = {
  name: oneOf('The Shop', 'ab'),
  phone: fc.oneof({ weight: 4, arbitrary: fc.constant(REQUIRED.phone) }, { weight: 1, arbitrary: phone }),
  fax: phone,
  timezone: oneOf('Pacific/Kiritimati', 'Pacific Standard Time', 'UTC'),
  location: orBlank(
    fc.record(
      {
        zip: fc.oneof({ weight: 9, arbitrary: fc.constant('1010') }, { weight: 1, arbitrary: blank }),
        city: oneOf('Town'),
        state: oneOf('TX', 'Bavaria'),
        countryCode: oneOf('US', 'NZ', 'DE', 'UK', 'VI', 'XX'),
        subLocality: oneOf('Ponsonby', 'abc', 'x'.repeat(81)),
      },
      { requiredKeys: ['zip'] },
    ),
  ),
  businessStatus: oneOf('Open', 'Temporarily Closed', 'Permanently Closed', 'Opening Soon', 'Shut'),
  reopenDate: date,
  openedOnDate: date,
  openingSoonDate: date,
  gammaListing: orBlank(some({ primaryCategoryGamma: category, categories, category1Gamma: category })),
  betaListing: orBlank(some({ category: categories })),
  internalListing: orBlank(
    some({ category, subcategory: categories, displayCategory: category, description: oneOf('Words') }),
  ),
  alphaListing: orBlank(
    some({
      primaryCategoryAlpha: category,
      additionalCategory: categories,
      additionalCategory1: category,
      foodDelivery: oneOf('https://eat.example', 'eat.example'),
      foodTakeout: oneOf('https://eat.example'),
      attributes: orBlank(attributes),
    }),
  ),
  hoursOfOperations: orBlank(
    fc.array(
      some({
        day: fc.constantFrom(0, '6', 7),
        isOpen: fc.constantFrom(0, 1, 'Yes', null),
        workingHours: fc.array(some({ startHour: oneOf('09:00'), endHour: oneOf('5:00', '24:00') }), { maxLength: 2 }),
        comment: oneOf('c'),
      }),
      { maxLength: 2 },
    ),
  ),
};

const few = (fields: Readonly<Record<string, fc.Arbitrary<unknown>>>, most: number) =>
  fc
    .subarray(Object.keys(fields), { maxLength: most })
    .chain((names) =>
      fc.record(Object.fromEntries(names.map((name) => [name, fields[name]!])), { noNullPrototype: true }),
    );

const update = (fields: fc.Arbitrary<Record<string, unknown>>): fc.Arbitrary<Record<string, unknown>> =>
  fields.map((sent) => ({ ...REQUIRED, ...sent }));

/** An update with the required fields: mostly of what rules look at, some of anything. */
const anyUpdate = update(
  fc.oneof(
    { weight: 6, arbitrary: few(RULED, 5) },
    { weight: 2, arbitrary: few(FIELDS, 5) },
    { weight: 1, arbitrary: anyBody },
  ),
);

const [past, soon, later] = [dateIn(-3), dateIn(3), dateIn(30)];
const at = (fields: object) => ({ location: { zip: '1', ...fields } });
const alpha = (fields: object) => ({ alphaListing: fields });
const internal = (fields: object | null) => ({ internalListing: fields });

/** Updates that meet: what one of them stores, another of its theme may be at odds with. */
const THEMES: readonly (readonly Record<string, unknown>[])[] = [
  [
    { businessStatus: 'Open' },
    { businessStatus: 'Open', openedOnDate: past },
    { businessStatus: 'Open', reopenDate: soon },
    { businessStatus: 'Temporarily Closed' },
    { businessStatus: 'Temporarily Closed', reopenDate: later },
    { businessStatus: 'Permanently Closed' },
    { businessStatus: 'Opening Soon' },
    { businessStatus: 'Opening Soon', openingSoonDate: later },
    { businessStatus: 'Opening Soon', reopenDate: soon },
    { businessStatus: 'Opening Soon', reopenDate: soon, openingSoonDate: '' },
    { businessStatus: '' },
    { reopenDate: '' },
    { openingSoonDate: null },
    { gammaListing: { categories: 'Bar' } },
    { gammaListing: { categories: 'Pub' } },
  ],
  [
    at({ countryCode: 'US', state: 'TX' }),
    at({ countryCode: 'US' }),
    at({ countryCode: 'DE', state: 'Bavaria' }),
    at({ countryCode: 'DE' }),
    at({ countryCode: '' }),
    at({ countryCode: 'NZ', subLocality: 'Ponsonby' }),
    at({ countryCode: 'NZ' }),
    at({ subLocality: '' }),
    at({ state: 'Auckland' }),
    { location: null },
  ],
  [
    at({ countryCode: 'DE' }),
    at({ countryCode: 'US' }),
    at({ countryCode: '' }),
    { fax: '+44 20 7946 0000' },
    { fax: '(650) 555-0199' },
    { phone: '+44 20 7946 0000' },
  ],
  [
    alpha({ primaryCategoryAlpha: 'Restaurant' }),
    alpha({ primaryCategoryAlpha: 'Hotel' }),
    alpha({ primaryCategoryAlpha: '' }),
    alpha({ foodDelivery: 'https://eat.example' }),
    alpha({ foodTakeout: 'https://eat.example', primaryCategoryAlpha: 'Bar' }),
    alpha({ additionalCategory: 'Hotel, Spa' }),
    alpha({ additionalCategory1: 'Restaurant', additionalCategory2: '' }),
    alpha({ attributes: { a: 1, b: { c: [1] } } }),
    alpha({ attributes: { a: null, b: { c: '' } } }),
  ],
  [
    internal({ category: 'Bar', subcategory: 'Pub, Cafe', displayCategory: 'Pub' }),
    internal({ category: 'Hotel', subcategory: 'Spa' }),
    internal({ category: 'Pub', subcategory: ['Bar'] }),
    internal({ displayCategory: 'Cafe' }),
    internal({ displayCategory: 'Bar', category: '', subcategory: '' }),
    internal({ description: 'Words' }),
    internal(null),
  ],
];

/** Several updates of one record: of anything, or of one theme. */
export const updatesInTurn = (length: number): fc.Arbitrary<Record<string, unknown>[]> =>
  fc.oneof(
    ...[anyUpdate, ...THEMES.map((each) => update(fc.constantFrom(...each)))].map((each) =>
      fc.array(each, { minLength: length, maxLength: length }),
    ),
  );
