/** Rules of the category lists of the four listings (spec section 7; decisions: update business). Pure. */

import { findCategory } from '../../catalog/categories.ts';
import { type ErrorEntry, errors, invalid } from '../../contract/errors.ts';
import type { Facts, Rule } from './facts.ts';

const CATEGORY = 'internalListing.category';
const SUBCATEGORY = 'internalListing.subcategory';
const DISPLAY = 'internalListing.displayCategory';
const PRIMARY = 'alphaListing.primaryCategoryAlpha';
const ADDITIONAL = 'alphaListing.additionalCategory';
const FOOD_LINKS = ['alphaListing.foodDelivery', 'alphaListing.foodTakeout'];

/** Categories are compared without case. */
const folded = (name: string): string => name.trim().toLowerCase();

/** The names in a list or a single field, folded. What is no text the schema refuses: here it is no name. */
const namesIn = (value: unknown): string[] =>
  (Array.isArray(value) ? value : [value]).filter((name) => typeof name === 'string').map(folded);

/** Whether `single` is among `list` once either is sent; both are looked up only where the request mentions one. */
const amongOthers = (facts: Facts, single: string, list: string): boolean => {
  if (facts.sent(single) === undefined && facts.sent(list) === undefined) return false;
  const others = new Set(namesIn(facts.effective(list)));
  return namesIn(facts.effective(single)).some((name) => others.has(name));
};

/** Spec 2.1: an internal category needs a subcategory, and a subcategory its category. */
const internalPair = (path: string, other: string) => (facts: Facts) =>
  facts.sent(path) === undefined && facts.sent(other) !== undefined ? invalid(path, 'is required') : undefined;

/** 1190: the internal categories are those of the catalogue. */
const inCatalogue = (path: string) => (facts: Facts) =>
  namesIn(facts.sent(path)).every((name) => findCategory(name)) ? undefined : errors.categoryInvalid;

const notAmongSubcategories = (facts: Facts): ErrorEntry | undefined =>
  amongOthers(facts, CATEGORY, SUBCATEGORY) ? errors.categoryAmongSubcategories : undefined;

/** Spec 2.1: the display category is the primary category or a subcategory. */
const displayCategory = (facts: Facts): ErrorEntry | undefined => {
  const sent = facts.sent(DISPLAY);
  if (sent === undefined) return undefined;
  const known = [...namesIn(facts.effective(CATEGORY)), ...namesIn(facts.effective(SUBCATEGORY))];
  return namesIn(sent).every((name) => known.includes(name))
    ? undefined
    : invalid(DISPLAY, 'must be the category or a subcategory');
};

const noDuplicates = (facts: Facts): ErrorEntry | undefined => {
  const names = namesIn(facts.sent(ADDITIONAL));
  return new Set(names).size < names.length ? errors.duplicateAlphaCategories : undefined;
};

const primaryNotAdditional = (facts: Facts): ErrorEntry | undefined =>
  amongOthers(facts, PRIMARY, ADDITIONAL) ? errors.primaryAmongAdditional : undefined;

/** 2290: food links are refused where the catalogue holds the primary category as one that serves no food. */
const foodLinks = (facts: Facts): ErrorEntry | undefined => {
  if (!FOOD_LINKS.some((path) => facts.sent(path) !== undefined)) return undefined;
  // A rule of the stored record in the order of checks, also where the primary category is sent.
  facts.stored(PRIMARY);
  const [primary = ''] = namesIn(facts.effective(PRIMARY));
  const category = findCategory(primary);
  return category && !category.servesFood ? errors.foodLinksNotSupported : undefined;
};

/** The categories of the third-party listings. */
const THIRD_PARTY = [
  'gammaListing.primaryCategoryGamma',
  'gammaListing.categories',
  'betaListing.category',
  PRIMARY,
  ADDITIONAL,
];

/** 2519 (section 3, 6): while a business is Opening Soon, a third-party category that is stored stays. */
const categoryKept = (path: string) => (facts: Facts) => {
  if (!facts.mentions(path)) return undefined;
  if (facts.mentions('businessStatus') && facts.sent('businessStatus') !== 'Opening Soon') return undefined;
  if (facts.stored(path) === undefined || facts.effective('businessStatus') !== 'Opening Soon') return undefined;
  const changed = JSON.stringify(namesIn(facts.sent(path))) !== JSON.stringify(namesIn(facts.stored(path)));
  return changed ? errors.categoryChangeRefused : undefined;
};

export const categoryRules: readonly Rule[] = [
  { path: CATEGORY, check: inCatalogue(CATEGORY) },
  { path: SUBCATEGORY, check: inCatalogue(SUBCATEGORY) },
  // The pair is judged once both are known to be in the catalogue: 1190 answers first.
  { path: SUBCATEGORY, check: internalPair(CATEGORY, SUBCATEGORY) },
  { path: SUBCATEGORY, check: internalPair(SUBCATEGORY, CATEGORY) },
  { path: SUBCATEGORY, check: notAmongSubcategories },
  { path: DISPLAY, check: displayCategory },
  { path: ADDITIONAL, check: noDuplicates },
  { path: ADDITIONAL, check: primaryNotAdditional },
  { path: 'alphaListing.foodDelivery', check: foodLinks },
  ...THIRD_PARTY.map((path) => ({ path, check: categoryKept(path) })),
];

/** Decisions: an internal listing whose categories are all blank keeps those that are stored. */
export const keepsInternalCategories = (facts: Pick<Facts, 'sent'>): boolean =>
  facts.sent(CATEGORY) === undefined && facts.sent(SUBCATEGORY) === undefined;

export const internalCategoryPaths: readonly string[] = [CATEGORY, SUBCATEGORY];
