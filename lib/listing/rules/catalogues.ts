/** What a location's own record says to the catalogues (docs/decisions.md: catalogues). Pure. */
import { type Category, categoryById, findCategory } from '../../catalog/categories.ts';
import { type Availability, catalogueCountry, isOfferedIn } from '../../catalog/countries.ts';
import { type MapsCategory, mapsCategoryById } from '../../catalog/maps-categories.ts';
import type { ErrorEntry } from '../../contract/error-entry.ts';
import { invalid } from '../../contract/errors.ts';

/** The error of a category that the catalogue does not hold, or not in this country: where to find what there is. */
const unknownCategory = (source: 'ALPHA' | 'MAPS', countryCode?: string): ErrorEntry =>
  invalid(
    'categoryId',
    `is no category of ${source}${countryCode === undefined ? '' : ` in ${countryCode}`}; get category list with ` +
      `sourceName=${source} has all of them`,
  );

const judged = <C extends Availability>(
  category: C | undefined,
  source: 'ALPHA' | 'MAPS',
  countryCode: string | undefined,
): { readonly category: C } | { readonly error: ErrorEntry } => {
  const country = countryCode === undefined ? undefined : catalogueCountry(countryCode);
  return category && (country === undefined || isOfferedIn(category, country))
    ? { category }
    : { error: unknownCategory(source, country) };
};

/** The alpha category that a request names, or what is wrong with it. */
export const alphaCategory = (id: string, countryCode: string) =>
  judged<Category>(categoryById(id), 'ALPHA', countryCode);

/** The maps category that a request names, or what is wrong with it. */
export const mapsCategory = (id: string, countryCode: string | undefined) =>
  judged<MapsCategory>(mapsCategoryById(id), 'MAPS', countryCode);

/** The primary alpha category of a location, where the catalogue holds it. */
export const primaryAlphaCategory = (profile: Readonly<Record<string, unknown>>): Category | undefined =>
  findCategory(String(profile['alphaListing.primaryCategoryAlpha'] ?? ''));
