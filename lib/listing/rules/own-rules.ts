/** Rules of listing fields that the profile lacks (docs/decisions.md: listings). Pure. */
import { isObject } from '../../contract/coercion.ts';
import type { ErrorEntry } from '../../contract/error-entry.ts';
import * as errors from '../../contract/error-rows.ts';
import { invalid } from '../../contract/errors.ts';
import type { Changes } from '../../contract/fields.ts';
import { NumberText } from '../../contract/number-text.ts';
import { checkLoaded, checkRequest } from '../../contract/rules.ts';
import type { Violation } from '../../contract/violations.ts';
import { alphaAttributes, hotelAttributes, mapsCategories } from './catalogued.ts';
import { type OwnFacts, type OwnRequest, type OwnRule, offeredRules, PRIMARY } from './offered-rules.ts';
import { ADDITIONAL_TYPES, sentPayment, shortPayment } from './payment-rule.ts';
import { plainDescription } from './plain-description.ts';

const NPI = 'healthcare.npi';
const ALPHA_ATTRIBUTES = 'alphaListing.attributes';
const HOTEL_ATTRIBUTES = 'alphaListing.hotelAttributes';

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

const primaryRequired = ({ sent, asksPrimary }: OwnRequest): Violation | undefined =>
  asksPrimary && (Object.hasOwn(sent, PRIMARY) ? sent[PRIMARY] : null) === null
    ? { path: PRIMARY, error: invalid(PRIMARY, 'is required'), missing: true }
    : undefined;

/** All rules of listing fields that the profile lacks. */
const ownRules: readonly OwnRule[] = [
  { path: PRIMARY, check: primaryRequired },
  { path: 'businessInfo.mainBusinessDescription', check: ({ sent }) => plainDescription(sent) },
  { path: ALPHA_ATTRIBUTES, check: ({ sent }) => alphaAttributes(ALPHA_ATTRIBUTES, sent[ALPHA_ATTRIBUTES]) },
  { path: HOTEL_ATTRIBUTES, check: ({ sent }) => hotelAttributes(HOTEL_ATTRIBUTES, sent[HOTEL_ATTRIBUTES]) },
  { path: PRIMARY, check: ({ sent }) => mapsCategories(sent) },
  { path: NPI, check: ({ sent }) => providerNumber(sent) },
  ...KEPT.map(
    ([path, error]): OwnRule => ({ path, check: ({ sent }) => (holdsOddNumber(sent[path]) ? error : undefined) }),
  ),
  {
    path: ADDITIONAL_TYPES,
    check: ({ sent }) => sentPayment(sent),
    needs: 'record',
    checkStored: ({ sent, facts }) => shortPayment(sent, facts.sent('payment')),
  },
  ...offeredRules,
  { path: PRIMARY, needs: 'record', checkStored: keptCategories },
];

/** Checks the sent fields alone; `late` is what is refused once the record was found, whatever it has. */
export const checkOwn = (
  request: OwnRequest,
): { readonly violations: readonly Violation[]; readonly late: readonly Violation[] } =>
  checkRequest(ownRules, request);

/** Checks the sent fields alone and with both sides of the record. */
export const checkOwnWithRecord = (record: OwnFacts): readonly Violation[] => checkLoaded(ownRules, record, { record });
