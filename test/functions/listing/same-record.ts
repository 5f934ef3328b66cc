/** Whether get listing and get business show one record, field by field, as the interface maps the two. */
import { expect } from 'vitest';

// biome-ignore lint/suspicious/noExplicitAny: answers as clients see them
type Answered = any;

const SAME = {
  businessInfo: ['name', 'phone', 'websiteUrl', 'emailId', 'isServiceAreaProvider', 'serviceAreas'],
  additionalInfo: [
    ...['establishedYear', 'timezone', 'languages', 'hoursOfOperations', 'specialHours', 'businessStatus'],
    ...['reopenDate', 'openedOnDate', 'openingSoonDate', 'services', 'keywords', 'products', 'appointmentLink'],
    ...['reservationLink', 'menuLink', 'orderAheadLink', 'impressum', 'localPhoneNumber', 'tollFreePhoneNumber'],
    ...['androidAppURL', 'iosAppURL'],
  ],
  media: ['logoUrl', 'coverImageUrl', 'alphaCover', 'betaCover'],
} as const;

const FLAGS = ['alphaLogoOptOut', 'betaLogoOptOut', 'alphaCoverOptOut', 'betaCoverOptOut'] as const;

/** Names of the fields of blocks that differ: profile to listing. */
const RENAMED: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  covidInfo: {},
  gammaListing: { categories: 'gammaCategories' },
  internalListing: { subcategory: 'subCategories' },
  betaListing: { category: 'categories' },
  alphaListing: { additionalCategory: 'additionalCategories' },
  socialProfileURLs: {},
};

/** What has no value, in whichever form. */
const bare = (value: unknown): unknown => {
  const isEmpty =
    value === '' ||
    value === null ||
    (typeof value === 'object' && Object.keys(value as object).length === 0) ||
    value === undefined;
  return isEmpty ? undefined : value;
};

const itemsOf = (payment: unknown): string[] =>
  String(payment ?? '')
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '')
    .toSorted();

/** @param listing - as get listing answers it; `business`, as get business does */
export const expectSameRecord = (listing: Answered, business: Answered): void => {
  const shown: [path: string, listing: unknown, business: unknown][] = [
    ...Object.entries(SAME).flatMap(([block, names]) =>
      names.map((name) => [`${block}.${name}`, listing[block][name], business[name]] as [string, unknown, unknown]),
    ),
    ...Object.entries(RENAMED).flatMap(([block, names]) =>
      Object.keys({ ...business[block], ...listing[block] })
        // What the profile has, by its own name or the listing's.
        .filter((name) => business[block]?.[name] !== undefined)
        .map(
          (name) =>
            [`${block}.${name}`, listing[block][names[name] ?? name], business[block][name]] as [
              string,
              unknown,
              unknown,
            ],
        ),
    ),
    ...FLAGS.map((name): [string, unknown, unknown] => [
      `optOut.${name}`,
      listing.optOut[name],
      business[name] === undefined ? undefined : business[name] === 0,
    ]),
    ['isAddressHidden', listing.businessInfo.isAddressHidden === 'Yes', business.isAddressHidden === 1],
    ['description', listing.businessInfo.mainBusinessDescription, business.description],
    ['wholeWeekOperating', listing.additionalInfo.wholeWeekOperating, business.working24x7],
    ['location', { subLocality: '', ...business.location }, listing.businessInfo.location],
    [
      'payment',
      itemsOf([...listing.additionalInfo.paymentTypes, listing.additionalInfo.additionalPaymentTypes].join(',')),
      itemsOf(business.payment),
    ],
  ];
  const side = (index: 1 | 2) => Object.fromEntries(shown.map((each) => [each[0], bare(each[index])]));
  expect(side(1)).toEqual(side(2));
};
