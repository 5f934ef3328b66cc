/** Rules of listing fields that the profile lacks (docs/decisions.md: listings). Pure. */
import type { RecordFacts } from '../../business/rules/facts.ts';
import { actionLinksOf, findMapsCategory } from '../../catalog/maps-categories.ts';
import { alphaHoursTypes, mapsHoursTypes } from '../../catalog/more-hours-types.ts';
import { isObject, objectOf } from '../../contract/coercion.ts';
import type { ErrorEntry } from '../../contract/error-entry.ts';
import * as errors from '../../contract/error-rows.ts';
import { invalid } from '../../contract/errors.ts';
import type { Changes } from '../../contract/fields.ts';
import { NumberText } from '../../contract/number-text.ts';
import { checkLoaded, checkRequest, type Rule } from '../../contract/rules.ts';
import { placeIn, placeOf, type Violation } from '../../contract/violations.ts';
import { mapsCategoryOf } from './action-links.ts';
import { alphaAttributes, hotelAttributes, mapsAttributes, mapsCategories, wrong, wrongAt } from './catalogued.ts';
import { primaryAlphaCategory } from './catalogues.ts';
import { ADDITIONAL_TYPES, sentPayment, shortPayment } from './payment-rule.ts';
import { plainDescription } from './plain-description.ts';
import type { FieldsOfRecord } from './record.ts';

const PRIMARY = 'mapsListing.primaryCategory';
const NPI = 'healthcare.npi';
const ALPHA_ATTRIBUTES = 'alphaListing.attributes';
const HOTEL_ATTRIBUTES = 'alphaListing.hotelAttributes';
const MAPS_ATTRIBUTES = 'mapsListing.mapsLocationAttributes';
const MORE_HOURS = 'additionalInfo.moreHours';
const MAPS_HOURS = 'additionalInfo.mapsMoreHours';

/**
 * Whether the check digit of a national provider identifier is valid: Luhn's, over the digits after the prefix 80840.
 */
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

/** Whether a value that is stored as sent holds a number that does not print as sent. */
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

/** The input of rules that need both sides of the record. */
export interface OwnFacts {
  /** By path of the listing. */
  readonly sent: Changes;
  readonly stored: FieldsOfRecord;
  /** The fields next to the profile after the change. */
  readonly own: Changes;
  /** The facts of the profile, including the location's maps category. */
  readonly facts: RecordFacts;
}

/** The maps category after the change, which decides about links, hours and attributes. */
const mapsCategoryAfter = ({ facts }: OwnFacts): string | undefined => {
  const text = (path: string) => facts.effective(path);
  const profile = Object.fromEntries(
    ['internalListing.category', 'alphaListing.primaryCategoryAlpha'].map((path) => [path, text(path)]),
  );
  return mapsCategoryOf(text('mapsCategoryId') as string | undefined, profile);
};

/**
 * Checks hour types against those that the location has after the change. Stored hours of another type can be cleared.
 *
 * @param isStored - whether hours of the type are stored
 */
const hoursTypes = (
  path: string,
  sent: Changes,
  types: readonly string[],
  isStored: (type: string) => boolean,
): Violation[] =>
  Object.entries(objectOf(sent[path])).flatMap(([type, hours]) =>
    types.includes(type) || (Array.isArray(hours) && hours.length === 0 && isStored(type))
      ? []
      : [wrongAt(placeIn(placeOf(path), type), `must be one of ${types.join(', ')}`)],
  );

/** Of the sent category alone, where one is sent: then only the hours that it may clear depend on the record. */
const sentHoursTypes = (path: string, sent: Changes, types: readonly string[] | undefined): Violation[] =>
  types ? hoursTypes(path, sent, types, () => true) : [];

const storedHoursTypes = (path: string, { sent, stored }: OwnFacts, types: readonly string[]): Violation[] =>
  hoursTypes(path, sent, types, (type) => type in objectOf(stored.own[path]));

const actionLinks = (sent: Changes, mapsCategoryId: string | undefined): Violation[] => {
  const links = sent['mapsListing.mapsActionLinks'];
  if (!Array.isArray(links)) return [];
  const offered = new Set(actionLinksOf(mapsCategoryId ?? '')?.map(({ id }) => id));
  return links.flatMap((link, index) =>
    isObject(link) && !offered.has(String(link.id))
      ? [wrong(`mapsListing.mapsActionLinks[${index}].id`, 'must be one that get maps action links answers')]
      : [],
  );
};

/** Categories of other directories and of maps, with the profile field of one of them. */
const THIRD_PARTY: readonly (readonly [path: string, field?: string])[] = [
  [PRIMARY, 'mapsCategoryId'],
  ['mapsListing.additionalCategories'],
  ['thirdPartyListing.thirdPartyCategory'],
  ['thirdPartyListing.thirdPartySubCategories'],
];

const folded = (value: unknown): string =>
  JSON.stringify([value ?? []].flat().map((name) => String(name).trim().toLowerCase()));

/** 2519: while a business is Opening Soon, these stored categories can't be removed either. */
const keptCategories = ({ sent, stored, own, facts }: OwnFacts): Violation[] =>
  facts.effective('businessStatus') === 'Opening Soon'
    ? THIRD_PARTY.flatMap(([path, field]) => {
        const before = field === undefined ? stored.own[path] : stored.profile[field];
        const after = field === undefined ? own[path] : facts.effective(field);
        const isKept = !Object.hasOwn(sent, path) || before === undefined || folded(before) === folded(after);
        return isKept ? [] : [{ path, error: errors.categoryChangeRefused }];
      })
    : [];

/** The input of rules that need the request alone. */
export interface OwnRequest {
  /** By path of the listing. */
  readonly sent: Changes;
  /** Whether any field of the maps block was sent, so that it requires a primary category. */
  readonly asksPrimary?: boolean;
}

type OwnRule = Rule<OwnRequest, { readonly record: OwnFacts }>;

const primaryRequired = ({ sent, asksPrimary }: OwnRequest): Violation | undefined =>
  asksPrimary && (Object.hasOwn(sent, PRIMARY) ? sent[PRIMARY] : null) === null
    ? { path: PRIMARY, error: invalid(PRIMARY, 'is required'), missing: true }
    : undefined;

const PRIMARY_ALPHA = 'alphaListing.primaryCategoryAlpha';

/** The hour types that an alpha category offers. */
const alphaTypes = (category: unknown): readonly string[] =>
  alphaHoursTypes(primaryAlphaCategory({ [PRIMARY_ALPHA]: category }));

/** The id of the maps category that is sent, which decides whatever the record has. */
const mapsCategoryIn = (sent: Changes): string | undefined => {
  const named = sent[PRIMARY];
  return typeof named === 'string' ? findMapsCategory(named)?.id : undefined;
};

const offeredMapsAttributes = (all: OwnFacts): readonly Violation[] => {
  const mapsCategoryId = mapsCategoryAfter(all);
  const known = mapsCategoryId === undefined ? undefined : findMapsCategory(mapsCategoryId)?.id;
  return mapsAttributes(MAPS_ATTRIBUTES, all.sent[MAPS_ATTRIBUTES], known);
};

/** All rules of listing fields that the profile lacks. */
const ownRules: readonly OwnRule[] = [
  { path: PRIMARY, check: primaryRequired },
  { path: 'businessInfo.mainBusinessDescription', check: ({ sent }) => plainDescription(sent) },
  { path: ALPHA_ATTRIBUTES, check: ({ sent }) => alphaAttributes(ALPHA_ATTRIBUTES, sent[ALPHA_ATTRIBUTES]) },
  { path: HOTEL_ATTRIBUTES, check: ({ sent }) => hotelAttributes(HOTEL_ATTRIBUTES, sent[HOTEL_ATTRIBUTES]) },
  { path: PRIMARY, check: ({ sent }) => mapsCategories(sent) },
  { path: MAPS_ATTRIBUTES, check: ({ sent }) => mapsAttributes(MAPS_ATTRIBUTES, sent[MAPS_ATTRIBUTES]) },
  {
    path: MAPS_ATTRIBUTES,
    checkLate: ({ sent }) => mapsAttributes(MAPS_ATTRIBUTES, sent[MAPS_ATTRIBUTES], mapsCategoryIn(sent)),
    needs: 'record',
    checkStored: offeredMapsAttributes,
  },
  { path: NPI, check: ({ sent }) => providerNumber(sent) },
  ...KEPT.map(
    ([path, error]): OwnRule => ({ path, check: ({ sent }) => (holdsOddNumber(sent[path]) ? error : undefined) }),
  ),
  {
    path: MORE_HOURS,
    checkLate: ({ sent }) => {
      const { [PRIMARY_ALPHA]: category } = sent;
      return sentHoursTypes(MORE_HOURS, sent, typeof category === 'string' ? alphaTypes(category) : undefined);
    },
    needs: 'record',
    checkStored: (all) => storedHoursTypes(MORE_HOURS, all, alphaTypes(all.facts.effective(PRIMARY_ALPHA))),
  },
  {
    path: MAPS_HOURS,
    checkLate: ({ sent }) => {
      const category = mapsCategoryIn(sent);
      return sentHoursTypes(MAPS_HOURS, sent, category === undefined ? undefined : mapsHoursTypes(category));
    },
    needs: 'record',
    checkStored: (all) => storedHoursTypes(MAPS_HOURS, all, mapsHoursTypes(mapsCategoryAfter(all))),
  },
  {
    path: ADDITIONAL_TYPES,
    check: ({ sent }) => sentPayment(sent),
    needs: 'record',
    checkStored: ({ sent, facts }) => shortPayment(sent, facts.sent('payment')),
  },
  {
    path: 'mapsListing.mapsActionLinks',
    checkLate: ({ sent }) => {
      const category = mapsCategoryIn(sent);
      return category === undefined ? undefined : actionLinks(sent, category);
    },
    needs: 'record',
    checkStored: (all) => actionLinks(all.sent, mapsCategoryAfter(all)),
  },
  { path: PRIMARY, needs: 'record', checkStored: keptCategories },
];

/** Checks the sent fields alone; `late` is what is refused once the record was found, whatever it has. */
export const checkOwn = (
  request: OwnRequest,
): { readonly violations: readonly Violation[]; readonly late: readonly Violation[] } =>
  checkRequest(ownRules, request);

/** Checks the sent fields alone and with both sides of the record. */
export const checkOwnWithRecord = (record: OwnFacts): readonly Violation[] => checkLoaded(ownRules, record, { record });
