/** The catalogue of business categories (docs/decisions.md: catalogues). */
import { type JudgedPart, judgedParts, type OtherPart, otherParts } from './category-parts.ts';
import { categoryRow } from './judged-categories.ts';

/** A business category; internal and alpha listings share one catalogue (docs/decisions.md: catalogues). */
export type Category = JudgedPart & OtherPart;

/** All of them, as the file has them. */
export const businessCategories: readonly Category[] = otherParts.map((part, row) => ({
  ...part,
  ...judgedParts[row]!,
}));

/** The category of this name, trimmed and without case (docs/decisions.md: catalogues). */
export const findCategory = (name: string): Category | undefined => {
  const row = categoryRow(name);
  return row === undefined ? undefined : businessCategories[row];
};

/** The category with exactly this id. */
export const categoryById = (id: string): Category | undefined => businessCategories.find((each) => each.id === id);
