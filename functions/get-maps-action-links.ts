/** GET /v1/listing/{businessNumber}/maps-action-links: the action links of a location's maps category (spec 4.4a). */
import { categoryIdNotFound } from '../lib/api/errors.ts';
import { getMapsActionLinks } from '../lib/api/get-maps-action-links.ts';
import { actionLinksOf } from '../lib/catalog/maps-categories.ts';
import { ApiError } from '../lib/http/api-error.ts';
import { endpoint } from '../lib/http/endpoint.ts';
import { mapsCategoryOf } from '../lib/rules/action-links.ts';
import { findBusiness } from '../lib/store/businesses.ts';
import { serviceTable } from '../lib/store/environment.ts';
import { numberFrom } from '../lib/store/owners.ts';
import { apiKeyLookup } from '../lib/store/partners.ts';

export const handler = endpoint(
  getMapsActionLinks,
  { findPartner: apiKeyLookup(serviceTable) },
  async ({ partnerId, path }) => {
    const businessNumber = numberFrom(path.businessNumber);
    const business =
      businessNumber === undefined ? undefined : await findBusiness(serviceTable(), businessNumber, partnerId);
    const links = business && actionLinksOf(mapsCategoryOf(business.mapsCategoryId, business.profile) ?? '');
    if (!links) throw new ApiError(categoryIdNotFound);
    return links;
  },
);
