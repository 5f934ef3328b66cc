/** Looks up business categories by name, to check profiles (docs/decisions.md: catalogues). */
import { categoryNames, rowsWithFood } from './category-files.ts';

const keyOf = (name: string): string => name.trim().toLowerCase();

/** Built for the first lookup: most updates name no category. */
let rowByName: ReadonlyMap<string, number> | undefined;
let longest = 0;

const rows = (): ReadonlyMap<string, number> => {
  if (!rowByName) {
    longest = Math.max(...categoryNames.map((name) => name.length));
    rowByName = new Map(categoryNames.map((name, row) => [keyOf(name), row]));
  }
  return rowByName;
};

/** The row of the category with this name, trimmed and case-insensitive; `undefined` if there is none. */
export const categoryRow = (name: string): number | undefined => {
  const byName = rows();
  const trimmed = name.trim();
  // Avoid folding a text that is as long as a body.
  return trimmed.length > longest ? undefined : byName.get(keyOf(trimmed));
};

/** Whether there is a category of this name. */
export const isCategory = (name: string): boolean => categoryRow(name) !== undefined;

/** Whether there is a category of this name that serves no food: its locations may have no food links (code 2290). */
export const servesNoFood = (name: string): boolean => {
  const row = categoryRow(name);
  return row !== undefined && !rowsWithFood.includes(row);
};
