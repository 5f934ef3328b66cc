/** GET /v1/listing/{businessNumber}/maps-location-attributes-list: what a location can say of itself on maps. */
import { directory } from '../../lib/business/repository/directory.ts';
import { catalogueCountry } from '../../lib/catalog/countries.ts';
import { mapsAttributesOf } from '../../lib/catalog/maps-attributes.ts';
import { mapsCategoryById } from '../../lib/catalog/maps-categories.ts';
import * as errors from '../../lib/contract/error-rows.ts';
import { ApiError, refuse } from '../../lib/http/api-error.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { mapsAttributes } from '../../lib/listing/contracts/maps-attributes.ts';
import { mapsCategoryOf } from '../../lib/listing/rules/action-links.ts';
import { offeredCategory } from '../../lib/listing/rules/offered-category.ts';

export const handler = endpoint(mapsAttributes, async ({ store, path, query }) => {
  const { categoryId, countryCode } = query;
  const offered = categoryId ? offeredCategory(mapsCategoryById(categoryId), 'MAPS', countryCode) : undefined;
  if (offered && 'violations' in offered) return refuse(offered.violations);
  const named = await directory(store).find(path.businessNumber);
  if (!named) throw new ApiError(errors.businessInvalid);
  const own = 'business' in named ? mapsCategoryOf(named.business.mapsCategoryId, named.business.profile) : undefined;
  return mapsAttributesOf(offered?.category.id ?? own, countryCode && catalogueCountry(countryCode));
});
