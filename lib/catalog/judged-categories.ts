/** Business categories by their names, as profiles are judged by them (docs/decisions.md: catalogues). */
import { categoryNames, rowsWithFood } from './category-parts.ts';

const keyOf = (name: string): string => name.trim().toLowerCase();

/** Made for the first category that is asked for: most updates name none. */
let rowByName: ReadonlyMap<string, number> | undefined;
let longest = 0;

const rows = (): ReadonlyMap<string, number> => {
  if (!rowByName) {
    longest = Math.max(...categoryNames.map((name) => name.length));
    rowByName = new Map(categoryNames.map((name, row) => [keyOf(name), row]));
  }
  return rowByName;
};

/** The row of the category of this name, trimmed and without case; undefined where there is none. */
export const categoryRow = (name: string): number | undefined => {
  const byName = rows();
  const trimmed = name.trim();
  // A text as long as a body is not folded in vain.
  return trimmed.length > longest ? undefined : byName.get(keyOf(trimmed));
};

/** Whether there is a category of this name. */
export const isCategory = (name: string): boolean => categoryRow(name) !== undefined;

/** Whether there is a category of this name, and it serves no food: a location of it may carry no food links (code 2290). */
export const servesNoFood = (name: string): boolean => {
  const row = categoryRow(name);
  return row !== undefined && !rowsWithFood.includes(row);
};
