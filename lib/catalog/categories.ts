/** The catalogue of business categories (docs/decisions.md: catalogues). */
import { categoryNames, type OtherPart, otherFiles, rowsWithFood } from './category-files.ts';
import { categoryRow } from './validated-categories.ts';

/** A business category; internal and alpha listings share one catalogue (docs/decisions.md: catalogues). */
export interface Category extends OtherPart {
  readonly name: string;
  /** Left out if false. Decides whether a location may have food links (code 2290). */
  readonly servesFood?: boolean;
}

const withFood = new Set(rowsWithFood);

/** All categories, in file order. */
export const businessCategories: readonly Category[] = otherFiles.map((part, row) => ({
  ...part,
  name: categoryNames[row]!,
  ...(withFood.has(row) && { servesFood: true }),
}));

/** Finds a category by name, trimmed and case-insensitive (docs/decisions.md: catalogues). */
export const findCategory = (name: string): Category | undefined => {
  const row = categoryRow(name);
  return row === undefined ? undefined : businessCategories[row];
};

/** The category with exactly this id. */
export const categoryById = (id: string): Category | undefined => businessCategories.find((each) => each.id === id);
