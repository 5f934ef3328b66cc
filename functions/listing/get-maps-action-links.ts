/** GET /v1/listing/{businessNumber}/maps-action-links: the action links of a location's maps category. */
import { businesses } from '../../lib/business/repository/business.ts';
import { actionLinksOf } from '../../lib/catalog/maps-categories.ts';
import { ApiError } from '../../lib/http/api-error.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { categoryIdNotFound, getMapsActionLinks } from '../../lib/listing/contracts/get-maps-action-links.ts';
import { mapsCategoryOf } from '../../lib/listing/rules/action-links.ts';

export const handler = endpoint(getMapsActionLinks, async ({ store, path }) => {
  const business = await businesses(store).find(path.businessNumber);
  const links = business && actionLinksOf(mapsCategoryOf(business.mapsCategoryId, business.profile) ?? '');
  if (!links) throw new ApiError(categoryIdNotFound);
  return links;
});
