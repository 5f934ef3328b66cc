/** Business categories by their names, as profiles are judged by them (docs/decisions.md: catalogues). */
import { judgedParts } from './category-parts.ts';

const keyOf = (name: string): string => name.trim().toLowerCase();

const rowByName: ReadonlyMap<string, number> = new Map(judgedParts.map(({ name }, row) => [keyOf(name), row]));

const longest = Math.max(...judgedParts.map(({ name }) => name.length));

/** The row of the category of this name, trimmed and without case; undefined where there is none. */
export const categoryRow = (name: string): number | undefined => {
  const trimmed = name.trim();
  // A text as long as a body is not folded in vain.
  return trimmed.length > longest ? undefined : rowByName.get(keyOf(trimmed));
};

/** Whether there is a category of this name. */
export const isCategory = (name: string): boolean => categoryRow(name) !== undefined;

/** Whether there is a category of this name, and it serves no food: a location of it may carry no food links (code 2290). */
export const servesNoFood = (name: string): boolean => {
  const row = categoryRow(name);
  return row !== undefined && !judgedParts[row]?.servesFood;
};
