/** The catalogue of business categories (docs/decisions.md: catalogues). */
import categories from './business-categories.json' with { type: 'json' };
import type { Availability } from './countries.ts';

/** A business category; internal and alpha listings share one catalogue (docs/decisions.md: catalogues). */
export interface Category extends Availability {
  readonly id: string;
  readonly name: string;
  /** Left out where false. Decides whether a location may carry food links (code 2290). */
  readonly servesFood?: boolean;
  /** Left out where no category of the maps catalogue fits. */
  readonly mapsCategoryId?: string;
  /** Left out where false: it refines another one, and is meant as a further category. */
  readonly primary?: boolean;
}

/** All of them, as the file has them. */
export const businessCategories = categories as readonly Category[];

const keyOf = (name: string): string => name.trim().toLowerCase();

const byName: ReadonlyMap<string, Category> = new Map(
  businessCategories.map((category) => [keyOf(category.name), category]),
);

const longest = Math.max(...categories.map(({ name }) => name.length));

/** The category of this name, trimmed and without case (docs/decisions.md: catalogues). */
export const findCategory = (name: string): Category | undefined => {
  const trimmed = name.trim();
  // A text as long as a body is not folded in vain.
  return trimmed.length > longest ? undefined : byName.get(keyOf(trimmed));
};

/** The category with exactly this id. */
export const categoryById = (id: string): Category | undefined => businessCategories.find((each) => each.id === id);
