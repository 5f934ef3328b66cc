/** Rules of the category lists of the four listings (docs/decisions.md: categories). Pure. */

import { isCategory, servesNoFood } from '../../catalog/judged-categories.ts';
import type { ErrorEntry } from '../../contract/error-entry.ts';
import * as errors from '../../contract/error-rows.ts';
import { invalid } from '../../contract/errors.ts';
import type { Changes } from '../../contract/fields.ts';
import type { RecordFacts, RequestFacts, Rule } from './facts.ts';

const STATUS = 'businessStatus';
const CATEGORY = 'internalListing.category';
const SUBCATEGORY = 'internalListing.subcategory';
const DISPLAY = 'internalListing.displayCategory';
const PRIMARY = 'alphaListing.primaryCategoryAlpha';
const ADDITIONAL = 'alphaListing.additionalCategory';
const FOOD_LINKS = ['alphaListing.foodDelivery', 'alphaListing.foodTakeout'];

/** Far more characters than a category has: what is longer is none, however it is spelled. */
const LONGEST = 4000;

/** Categories are compared without case. */
const folded = (name: string): string => (name.length > LONGEST ? name : name.trim().toLowerCase());

/** The texts in a list or a single field. What is no text the schema refuses: here it is no name. */
const textsIn = (value: unknown): string[] =>
  (Array.isArray(value) ? value : [value]).filter((name) => typeof name === 'string');

/** The same, folded. */
const namesIn = (value: unknown): string[] => textsIn(value).map(folded);

/** Whether one of `single` is among `list`. */
const isAmong = (single: unknown, list: unknown): boolean => {
  // Folding what may be as long as a body has its price.
  if (single === undefined || list === undefined) return false;
  const others = new Set(namesIn(list));
  return namesIn(single).some((name) => others.has(name));
};

/** A name that must not be in a list beside it; judged with the record where the request has only one of the two. */
const notAmong = (path: string, single: string, list: string, error: ErrorEntry): Rule => ({
  path,
  check: (request) => (isAmong(request.sent(single), request.sent(list)) ? error : undefined),
  needsRecord: (request) =>
    (request.sent(single) !== undefined && !request.mentions(list)) ||
    (request.sent(list) !== undefined && !request.mentions(single)),
  checkRecord: (facts) =>
    (facts.mentions(single) || facts.mentions(list)) && isAmong(facts.effective(single), facts.effective(list))
      ? error
      : undefined,
});

/** An internal category needs a subcategory, and a subcategory its category. */
const internalPair = (path: string, other: string): Rule => ({
  path: SUBCATEGORY,
  check: (request) =>
    request.sent(path) === undefined && request.sent(other) !== undefined ? invalid(path, 'is required') : undefined,
});

/** 1190: the internal categories are those of the catalogue. */
const inCatalogue = (path: string): Rule => ({
  path,
  check: (request) => (textsIn(request.sent(path)).every(isCategory) ? undefined : errors.categoryInvalid),
});

const internalNames = (value: (path: string) => unknown): string[] => [
  ...namesIn(value(CATEGORY)),
  ...namesIn(value(SUBCATEGORY)),
];

/** The display category is the category or a subcategory. */
const displayCategory: Rule = {
  path: DISPLAY,
  needsRecord: (request) =>
    request.sent(DISPLAY) !== undefined && !(request.mentions(CATEGORY) && request.mentions(SUBCATEGORY)),
  check: (request) =>
    request.mentions(CATEGORY) && request.mentions(SUBCATEGORY)
      ? badDisplay(request.sent(DISPLAY), request.sent)
      : undefined,
  checkRecord: (facts) => badDisplay(facts.sent(DISPLAY), facts.effective),
};

const badDisplay = (display: unknown, value: (path: string) => unknown): ErrorEntry | undefined =>
  namesIn(display).every((name) => internalNames(value).includes(name))
    ? undefined
    : invalid(DISPLAY, 'must be the category or a subcategory');

/** A stored display category that the new internal categories don't have is removed; where there is none, there is nothing to do. */
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

/** Whether the catalogue holds the primary category as one that serves no food. */
const hasNoFood = (primary: unknown): boolean => textsIn(primary).slice(0, 1).some(servesNoFood);

/** 2290: food links are refused with a primary category that serves no food. */
const foodLinks: Rule = {
  path: 'alphaListing.foodDelivery',
  needsRecord: (request) => FOOD_LINKS.some((path) => request.sent(path) !== undefined),
  checkRecord: (facts) =>
    FOOD_LINKS.some((path) => facts.sent(path) !== undefined) && hasNoFood(facts.effective(PRIMARY))
      ? errors.foodLinksNotSupported
      : undefined,
};

/** Stored food links that 2290 would refuse with a new primary category go with the change. */
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

/** 2519: while a business is Opening Soon, a third-party category that is stored stays. */
const categoryKept = (path: string): Rule => ({
  path,
  needsRecord: (request) => request.mentions(path) && request.sent(STATUS) === 'Opening Soon',
  guard: (request) =>
    request.mentions(path) && !request.mentions(STATUS) ? { attribute: STATUS, isNot: 'Opening Soon' } : undefined,
  checkRecord: (facts) => {
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
  // The pair is judged once both are known to be in the catalogue: 1190 answers first.
  internalPair(CATEGORY, SUBCATEGORY),
  internalPair(SUBCATEGORY, CATEGORY),
  notAmong(SUBCATEGORY, CATEGORY, SUBCATEGORY, errors.categoryAmongSubcategories),
  displayCategory,
  keepsDisplay,
  noDuplicates,
  notAmong(ADDITIONAL, PRIMARY, ADDITIONAL, errors.primaryAmongAdditional),
  foodLinks,
  ...THIRD_PARTY.map(categoryKept),
];

/** Categories left blank inside an internal listing stay as stored, unless the whole listing is cleared. */
export const keptInternalCategories = (changes: Changes, isCleared: boolean): readonly string[] =>
  !isCleared && [CATEGORY, SUBCATEGORY].every((path) => (changes[path] ?? undefined) === undefined)
    ? [CATEGORY, SUBCATEGORY]
    : [];
