/** GET /v1/listing/{businessNumber}/maps-action-links: the action links of a location's maps category (spec 4.4a). */

import { findBusiness } from '../../lib/business/repository/business.ts';
import { actionLinksOf } from '../../lib/catalog/maps-categories.ts';
import { categoryIdNotFound } from '../../lib/contract/errors.ts';
import { serviceTable } from '../../lib/dynamodb/environment.ts';
import { ApiError } from '../../lib/http/api-error.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { getMapsActionLinks } from '../../lib/listing/contracts/get-maps-action-links.ts';
import { mapsCategoryOf } from '../../lib/listing/rules/action-links.ts';
import { apiKeyLookup } from '../../lib/partners/key-lookup.ts';
import { numberFrom } from '../../lib/partners/repository/account.ts';

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
