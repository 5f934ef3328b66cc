/** Rules of what a listing has beside the profile (docs/decisions.md: listings). Pure. */
import type { RecordFacts } from '../../business/rules/facts.ts';
import { actionLinksOf, findMapsCategory } from '../../catalog/maps-categories.ts';
import { alphaHoursTypes, mapsHoursTypes } from '../../catalog/more-hours-types.ts';
import { isObject, objectOf } from '../../contract/coercion.ts';
import type { ErrorEntry } from '../../contract/error-entry.ts';
import * as errors from '../../contract/error-rows.ts';
import { invalid } from '../../contract/errors.ts';
import type { Changes } from '../../contract/fields.ts';
import { NumberText } from '../../contract/number-text.ts';
import { codePoints } from '../../contract/text.ts';
import type { Violation } from '../../contract/violations.ts';
import { mapsCategoryOf } from './action-links.ts';
import { alphaAttributes, hotelAttributes, mapsAttributes, mapsCategories, wrong } from './catalogued.ts';
import { primaryAlphaCategory } from './catalogues.ts';
import { MOST_PAYMENT } from './payment.ts';
import { plainDescription } from './plain-description.ts';
import type { FieldsOfRecord } from './record.ts';

const PRIMARY = 'mapsListing.primaryCategory';
const NPI = 'healthcare.npi';

/** The check digit of a national provider identifier: Luhn's, over the digits behind the prefix 80840. */
const hasCheckDigit = (npi: string): boolean => {
  let sum = 24;
  for (let index = 0; index < npi.length; index++) {
    const digit = Number(npi[index]) * (index % 2 === 0 ? 2 : 1);
    sum += digit > 9 ? digit - 9 : digit;
  }
  return sum % 10 === 0;
};

const providerNumber = ({ [NPI]: npi }: Changes): Violation[] =>
  typeof npi === 'string' && /^[0-9]{10}$/.test(npi) && !hasCheckDigit(npi)
    ? [{ path: NPI, error: errors.npiInvalid }]
    : [];

/** Whether something that is kept as it came holds a number that would not print as it came. */
const holdsOddNumber = (value: unknown): boolean => {
  if (value instanceof NumberText) return true;
  if (Array.isArray(value)) return value.some(holdsOddNumber);
  return isObject(value) && Object.values(value).some(holdsOddNumber);
};

const KEPT: readonly (readonly [path: string, error: ErrorEntry])[] = [
  ['healthcare.educationDetails', errors.educationDetailsInvalid],
  ['healthcare.hospitalAffiliationsDetails', errors.hospitalAffiliationsDetailsInvalid],
  ['healthcare.insuranceDetails', errors.insuranceDetailsInvalid],
  ['healthcare.conditions', errors.conditionsInvalid],
  ['healthcare.procedures', errors.proceduresInvalid],
];

/**
 * Judges what was sent by itself.
 *
 * @param asksPrimary - whether anything of the maps block was sent, so that it needs its primary category
 */
export const judgeOwn = (sent: Changes, asksPrimary: boolean): Violation[] => [
  ...(asksPrimary && (sent[PRIMARY] ?? undefined) === undefined
    ? [{ path: PRIMARY, error: invalid(PRIMARY, 'is required'), missing: true }]
    : []),
  ...plainDescription(sent),
  ...alphaAttributes('alphaListing.attributes', sent['alphaListing.attributes']),
  ...hotelAttributes('alphaListing.hotelAttributes', sent['alphaListing.hotelAttributes']),
  ...mapsCategories(sent),
  ...mapsAttributes('mapsListing.mapsLocationAttributes', sent['mapsListing.mapsLocationAttributes']),
  ...providerNumber(sent),
  ...KEPT.flatMap(([path, error]) => (holdsOddNumber(sent[path]) ? [{ path, error }] : [])),
];

/** What a rule of both sides may look at. */
export interface OwnFacts {
  /** By path of the listing. */
  readonly sent: Changes;
  readonly stored: FieldsOfRecord;
  /** What is beside the profile after the change. */
  readonly own: Changes;
  /** Of the profile, with the maps category of the location. */
  readonly facts: RecordFacts;
}

/** The category by which maps offers links, hours and attributes, as it would stand. */
const mapsCategoryAfter = ({ facts }: OwnFacts): string | undefined => {
  const text = (path: string) => facts.effective(path);
  const profile = Object.fromEntries(
    ['internalListing.category', 'alphaListing.primaryCategoryAlpha'].map((path) => [path, text(path)]),
  );
  return mapsCategoryOf(text('mapsCategoryId') as string | undefined, profile);
};

/** Types of more hours are those of the location as it would stand; what it has of another one can be cleared. */
const hoursTypes = (path: string, { sent, stored }: OwnFacts, types: readonly string[]): Violation[] =>
  Object.entries(objectOf(sent[path])).flatMap(([type, hours]) =>
    types.includes(type) || (Array.isArray(hours) && hours.length === 0 && type in objectOf(stored.own[path]))
      ? []
      : [wrong(`${path}.${type}`, `must be one of ${types.join(', ')}`)],
  );

const actionLinks = ({ sent }: OwnFacts, mapsCategoryId: string | undefined): Violation[] => {
  const links = sent['mapsListing.mapsActionLinks'];
  if (!Array.isArray(links)) return [];
  const offered = new Set(actionLinksOf(mapsCategoryId ?? '')?.map(({ id }) => id));
  return links.flatMap((link, index) =>
    isObject(link) && !offered.has(String(link.id))
      ? [wrong(`mapsListing.mapsActionLinks[${index}].id`, 'must be one that get maps action links answers')]
      : [],
  );
};

/** Categories of other directories and of maps, with the field of the profile that one of them is. */
const THIRD_PARTY: readonly (readonly [path: string, field?: string])[] = [
  [PRIMARY, 'mapsCategoryId'],
  ['mapsListing.additionalCategories'],
  ['thirdPartyListing.thirdPartyCategory'],
  ['thirdPartyListing.thirdPartySubCategories'],
];

const folded = (value: unknown): string =>
  JSON.stringify([value ?? []].flat().map((name) => String(name).trim().toLowerCase()));

/** 2519: while a business is Opening Soon, a category of these that is stored stays too. */
const keptCategories = ({ sent, stored, own, facts }: OwnFacts): Violation[] =>
  facts.effective('businessStatus') === 'Opening Soon'
    ? THIRD_PARTY.flatMap(([path, field]) => {
        const before = field === undefined ? stored.own[path] : stored.profile[field];
        const after = field === undefined ? own[path] : facts.effective(field);
        const isKept = !Object.hasOwn(sent, path) || before === undefined || folded(before) === folded(after);
        return isKept ? [] : [{ path, error: errors.categoryChangeRefused }];
      })
    : [];

/** The profile has one text for both lists. */
const payment = ({ facts }: OwnFacts): Violation[] => {
  const actual = codePoints(String(facts.sent('payment') ?? ''));
  const path = 'additionalInfo.additionalPaymentTypes';
  return actual > MOST_PAYMENT
    ? [
        {
          ...wrong(path, `and paymentTypes must have at most ${MOST_PAYMENT} characters in all`),
          limit: MOST_PAYMENT,
          actual,
        },
      ]
    : [];
};

/** Judges what was sent on both sides of the record. */
export const judgeOwnWithRecord = (all: OwnFacts): Violation[] => {
  const { sent, facts } = all;
  const mapsCategoryId = mapsCategoryAfter(all);
  const known = mapsCategoryId === undefined ? undefined : findMapsCategory(mapsCategoryId)?.id;
  const primary = primaryAlphaCategory({
    'alphaListing.primaryCategoryAlpha': facts.effective('alphaListing.primaryCategoryAlpha'),
  });
  const attributes = 'mapsListing.mapsLocationAttributes';
  return [
    ...hoursTypes('additionalInfo.moreHours', all, alphaHoursTypes(primary)),
    ...hoursTypes('additionalInfo.mapsMoreHours', all, mapsHoursTypes(mapsCategoryId)),
    ...payment(all),
    ...mapsAttributes(attributes, sent[attributes], known),
    ...actionLinks(all, mapsCategoryId),
    ...keptCategories(all),
  ];
};
