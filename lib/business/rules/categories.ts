/** Rules for the category lists of the four listings (docs/decisions.md: categories). Pure. */

import { isCategory, servesNoFood } from '../../catalog/validated-categories.ts';
import type { ErrorEntry } from '../../contract/error-entry.ts';
import * as errors from '../../contract/error-rows.ts';
import { invalid } from '../../contract/errors.ts';
import type { Changes } from '../../contract/fields.ts';
import type { Violation } from '../../contract/violations.ts';
import type { RecordFacts, RequestFacts, Rule } from './facts.ts';

const STATUS = 'businessStatus';
const CATEGORY = 'internalListing.category';
const SUBCATEGORY = 'internalListing.subcategory';
const DISPLAY = 'internalListing.displayCategory';
const PRIMARY = 'alphaListing.primaryCategoryAlpha';
const ADDITIONAL = 'alphaListing.additionalCategory';
export const FOOD_LINKS = ['alphaListing.foodDelivery', 'alphaListing.foodTakeout'];

/** Far longer than any category: a longer text can't be one. */
const LONGEST = 4000;

/** Folds a name for comparison: categories are case-insensitive. */
const folded = (name: string): string => (name.length > LONGEST ? name : name.trim().toLowerCase());

/** The texts in a list or a single field. The schema refuses other values; here they are skipped. */
const textsIn = (value: unknown): string[] =>
  (Array.isArray(value) ? value : [value]).filter((name) => typeof name === 'string');

/** The texts, folded. */
const namesIn = (value: unknown): string[] => textsIn(value).map(folded);

/** Whether one of `single` is in `list`. */
const isAmong = (single: unknown, list: unknown): boolean => {
  // Avoid folding texts that may be as long as a body.
  if (single === undefined || list === undefined) return false;
  const others = new Set(namesIn(list));
  return namesIn(single).some((name) => others.has(name));
};

/** A name that must not be in another list; checked with the record if the request has only one of the two. */
const notAmong = (path: string, single: string, list: string, error: ErrorEntry): Rule => ({
  path,
  check: (request) => (isAmong(request.sent(single), request.sent(list)) ? error : undefined),
  needs: 'record',
  isNeeded: (request) =>
    (request.sent(single) !== undefined && !request.mentions(list)) ||
    (request.sent(list) !== undefined && !request.mentions(single)),
  checkStored: (facts) =>
    (facts.mentions(single) || facts.mentions(list)) && isAmong(facts.effective(single), facts.effective(list))
      ? error
      : undefined,
});

/**
 * An internal category requires a subcategory, and vice versa. Either is checked with the subcategories, after what is
 * wrong with the category.
 *
 * @param pointer - to the field that is missing
 */
const internalPair = (path: string, other: string, pointer?: string): Rule => ({
  path: SUBCATEGORY,
  check: (request) =>
    !request.isSent(path) && !request.restCounts(path) && request.isSent(other)
      ? { path: SUBCATEGORY, ...(pointer && { pointer }), error: invalid(path, 'is required') }
      : undefined,
});

/** 1190: internal categories must be in the catalogue. */
const inCatalogue = (path: string): Rule => ({
  path,
  check: (request) => (textsIn(request.sent(path)).every(isCategory) ? undefined : errors.categoryInvalid),
});

const internalNames = (value: (path: string) => unknown): string[] => [
  ...namesIn(value(CATEGORY)),
  ...namesIn(value(SUBCATEGORY)),
];

/** The display category must be the category or a subcategory. */
const displayCategory: Rule = {
  path: DISPLAY,
  needs: 'record',
  isNeeded: (request) =>
    request.sent(DISPLAY) !== undefined && !(request.mentions(CATEGORY) && request.mentions(SUBCATEGORY)),
  check: (request) =>
    request.mentions(CATEGORY) && request.mentions(SUBCATEGORY)
      ? badDisplay(request.sent(DISPLAY), request.sent)
      : undefined,
  checkStored: (facts) => badDisplay(facts.sent(DISPLAY), facts.effective),
};

const badDisplay = (display: unknown, value: (path: string) => unknown): ErrorEntry | undefined =>
  namesIn(display).every((name) => internalNames(value).includes(name))
    ? undefined
    : invalid(DISPLAY, 'must be the category or a subcategory');

/**
 * Removes a stored display category that the new internal categories lack. The write has a condition for a record
 * without one.
 */
const keepsDisplay: Rule = {
  path: DISPLAY,
  guard: (request) =>
    (request.mentions(CATEGORY) || request.mentions(SUBCATEGORY)) && !request.mentions(DISPLAY)
      ? { attribute: DISPLAY, is: undefined }
      : undefined,
};

/** Whether the update removes the stored display category. */
export const dropsDisplay = (facts: RecordFacts): boolean =>
  (facts.mentions(CATEGORY) || facts.mentions(SUBCATEGORY)) &&
  !facts.mentions(DISPLAY) &&
  badDisplay(facts.stored(DISPLAY), facts.effective) !== undefined;

const noDuplicates: Rule = {
  path: ADDITIONAL,
  check: (request) => {
    const names = namesIn(request.sent(ADDITIONAL));
    return new Set(names).size < names.length ? errors.duplicateAlphaCategories : undefined;
  },
};

/** Whether the catalogue has the primary category, as one that serves no food. */
const hasNoFood = (primary: unknown): boolean => textsIn(primary).slice(0, 1).some(servesNoFood);

const sentFoodLinks = (request: RequestFacts): readonly string[] =>
  FOOD_LINKS.filter((path) => request.sent(path) !== undefined);

const linksRefused = (request: RequestFacts, primary: unknown): readonly Violation[] =>
  hasNoFood(primary) ? sentFoodLinks(request).map((path) => ({ path, error: errors.foodLinksNotSupported })) : [];

/** 2290: food links are refused with a primary category that serves no food. */
const foodLinks: Rule = {
  path: 'alphaListing.foodDelivery',
  checkLate: (request) => linksRefused(request, request.sent(PRIMARY)),
  needs: 'record',
  isNeeded: (request) => sentFoodLinks(request).length > 0,
  checkStored: (facts) => linksRefused(facts, facts.effective(PRIMARY)),
};

/** Removes stored food links that 2290 would refuse with a new primary category. */
export const droppedFoodLinks = (request: RequestFacts): Changes =>
  hasNoFood(request.sent(PRIMARY)) ? Object.fromEntries(FOOD_LINKS.map((path) => [path, null])) : {};

/** The categories of the third-party listings. */
const THIRD_PARTY = [
  'gammaListing.primaryCategoryGamma',
  'gammaListing.categories',
  'betaListing.category',
  PRIMARY,
  ADDITIONAL,
];

/** 2519: while a business is Opening Soon, a stored third-party category can't be removed. */
const categoryKept = (path: string): Rule => ({
  path,
  needs: 'record',
  isNeeded: (request) => request.mentions(path) && request.sent(STATUS) === 'Opening Soon',
  guard: (request) =>
    request.mentions(path) && !request.mentions(STATUS) ? { attribute: STATUS, isNot: 'Opening Soon' } : undefined,
  checkStored: (facts) => {
    if (!facts.mentions(path) || facts.effective(STATUS) !== 'Opening Soon') return undefined;
    const stored = facts.stored(path);
    if (stored === undefined) return undefined;
    const isSame = JSON.stringify(namesIn(facts.sent(path))) === JSON.stringify(namesIn(stored));
    return isSame ? undefined : errors.categoryChangeRefused;
  },
});

export const categoryRules: readonly Rule[] = [
  inCatalogue(CATEGORY),
  inCatalogue(SUBCATEGORY),
  // The pair is checked after both are known to be in the catalogue: 1190 comes first.
  internalPair(CATEGORY, SUBCATEGORY, '/internalListing/category'),
  internalPair(SUBCATEGORY, CATEGORY),
  notAmong(SUBCATEGORY, CATEGORY, SUBCATEGORY, errors.categoryAmongSubcategories),
  displayCategory,
  keepsDisplay,
  noDuplicates,
  notAmong(ADDITIONAL, PRIMARY, ADDITIONAL, errors.primaryAmongAdditional),
  foodLinks,
  ...THIRD_PARTY.map(categoryKept),
];

/** Blank categories inside an internal listing keep their stored values, unless the complete listing is cleared. */
export const keptInternalCategories = (changes: Changes, isCleared: boolean): readonly string[] =>
  !isCleared && [CATEGORY, SUBCATEGORY].every((path) => (changes[path] ?? undefined) === undefined)
    ? [CATEGORY, SUBCATEGORY]
    : [];
