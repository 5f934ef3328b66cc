/** GET /v1/listing/{businessNumber}/maps-location-attributes-list: what a location can say of itself on maps. */
import { directory } from '../../lib/business/repository/directory.ts';
import { catalogueCountry } from '../../lib/catalog/countries.ts';
import { mapsAttributesOf } from '../../lib/catalog/maps-attributes.ts';
import { mapsCategoryById } from '../../lib/catalog/maps-categories.ts';
import * as errors from '../../lib/contract/error-rows.ts';
import { ApiError, refuse } from '../../lib/http/api-error.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import type { Handle, Request } from '../../lib/http/request.ts';
import { mapsAttributes } from '../../lib/listing/contracts/maps-attributes.ts';
import { mapsCategoryOf } from '../../lib/listing/rules/action-links.ts';
import { offeredCategory, violationsIn } from '../../lib/listing/rules/offered-category.ts';

type Query = Request<typeof mapsAttributes>['query'];

const offeredIn = ({ categoryId, countryCode }: Query) =>
  categoryId ? offeredCategory(mapsCategoryById(categoryId), 'MAPS', countryCode) : undefined;

const handle: Handle<typeof mapsAttributes, undefined> = async ({ store, path, query }) => {
  const { countryCode } = query;
  const offered = offeredIn(query);
  if (offered && 'violations' in offered) return refuse(offered.violations);
  const named = await directory(store).find(path.businessNumber);
  if (!named) throw new ApiError(errors.businessInvalid);
  const own = 'business' in named ? mapsCategoryOf(named.business.mapsCategoryId, named.business.profile) : undefined;
  return mapsAttributesOf(offered?.category.id ?? own, countryCode && catalogueCountry(countryCode));
};

export const handler = endpoint(mapsAttributes, handle, { checkQuery: (query) => violationsIn(offeredIn(query)) });
