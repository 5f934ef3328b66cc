/** The category lists of each platform (docs/decisions.md: catalogues). */
import beta from './beta-categories.json' with { type: 'json' };
import { businessCategories } from './categories.ts';
import { type Availability, isOfferedIn } from './countries.ts';
import gamma from './gamma-categories.json' with { type: 'json' };
import healthcare from './healthcare-categories.json' with { type: 'json' };
import { mapsCategories } from './maps-categories.ts';

/** VENDOR: the categories of our own profile page (`internalListing`). HEALTHCARE: the specialities of doctors. */
export const CATEGORY_SOURCES = ['ALPHA', 'BETA', 'GAMMA', 'MAPS', 'VENDOR', 'HEALTHCARE'] as const;
export type CategorySource = (typeof CATEGORY_SOURCES)[number];

/** A category as a list shows it. */
export interface ListedCategory {
  readonly id: string;
  readonly name: string;
  /** For VENDOR only: whether it is meant as the primary category of a business, not as an additional one. */
  readonly primary?: boolean;
}

interface Row extends Availability {
  readonly id: string;
  readonly name: string;
  readonly primary?: boolean;
}

const rowsOf: Readonly<Record<CategorySource, readonly Row[]>> = {
  ALPHA: businessCategories,
  BETA: beta,
  GAMMA: gamma,
  MAPS: mapsCategories,
  VENDOR: businessCategories,
  HEALTHCARE: healthcare,
};

const inOrder = (a: Row, b: Row): number => {
  const [first, second] = [a.name.toLowerCase(), b.name.toLowerCase()];
  if (first === second) return 0;
  return first < second ? -1 : 1;
};

const made = new Map<string, readonly ListedCategory[]>();

/**
 * The categories that a source offers in a country, sorted by name. Computed once for each.
 *
 * @param country - one of `CATALOGUE_COUNTRIES`
 */
export const categoryList = (source: CategorySource, country: string): readonly ListedCategory[] => {
  const key = `${source} ${country}`;
  const known = made.get(key);
  if (known) return known;
  const list = rowsOf[source]
    .filter((row) => isOfferedIn(row, country))
    .sort(inOrder)
    .map(({ id, name, primary = false }) => (source === 'VENDOR' ? { id, name, primary } : { id, name }));
  made.set(key, list);
  return list;
};
