/** What a location's own record says to the catalogues (docs/decisions.md: catalogues). Pure. */
import { type Category, findCategory } from '../../catalog/categories.ts';

/** The primary alpha category of a location, where the catalogue holds it. */
export const primaryAlphaCategory = (profile: Readonly<Record<string, unknown>>): Category | undefined =>
  findCategory(String(profile['alphaListing.primaryCategoryAlpha'] ?? ''));
