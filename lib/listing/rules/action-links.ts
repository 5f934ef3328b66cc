/** Finds the maps category of a location (docs/decisions.md: action links). Pure. */
import { findCategory } from '../../catalog/categories.ts';

/** The location's own maps category, or else the catalogue's for its internal or primary alpha category. */
export const mapsCategoryOf = (
  own: string | undefined,
  profile: Readonly<Record<string, unknown>>,
): string | undefined => {
  const byName = (path: string) => findCategory(String(profile[path] ?? ''))?.mapsCategoryId;
  return own ?? byName('internalListing.category') ?? byName('alphaListing.primaryCategoryAlpha');
};
