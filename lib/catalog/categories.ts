/** The catalogue of business categories (docs/decisions.md: catalogues). */
import { categoryNames, type OtherPart, otherParts, rowsWithFood } from './category-parts.ts';
import { categoryRow } from './judged-categories.ts';

/** A business category; internal and alpha listings share one catalogue (docs/decisions.md: catalogues). */
export interface Category extends OtherPart {
  readonly name: string;
  /** Left out where false. Decides whether a location may carry food links (code 2290). */
  readonly servesFood?: boolean;
}

const withFood = new Set(rowsWithFood);

/** All of them, as the file has them. */
export const businessCategories: readonly Category[] = otherParts.map((part, row) => ({
  ...part,
  name: categoryNames[row]!,
  ...(withFood.has(row) && { servesFood: true }),
}));

/** The category of this name, trimmed and without case (docs/decisions.md: catalogues). */
export const findCategory = (name: string): Category | undefined => {
  const row = categoryRow(name);
  return row === undefined ? undefined : businessCategories[row];
};

/** The category with exactly this id. */
export const categoryById = (id: string): Category | undefined => businessCategories.find((each) => each.id === id);
