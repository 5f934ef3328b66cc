/** Looks up a location's category in the catalogues (docs/decisions.md: catalogues). Pure. */
import { type Category, findCategory } from '../../catalog/categories.ts';

/** The primary alpha category of a location, if the catalogue has it. */
export const primaryAlphaCategory = (profile: Readonly<Record<string, unknown>>): Category | undefined =>
  findCategory(String(profile['alphaListing.primaryCategoryAlpha'] ?? ''));
