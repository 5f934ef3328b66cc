/** GET /v1/listing/{businessNumber}/more-hours-type: of which parts of the business a location may give hours. */
import type { Business } from '../../lib/business/repository/business.ts';
import { directory } from '../../lib/business/repository/directory.ts';
import { alphaHoursTypes, mapsHoursTypes } from '../../lib/catalog/more-hours-types.ts';
import * as errors from '../../lib/contract/error-rows.ts';
import { ApiError } from '../../lib/http/api-error.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { moreHoursTypes } from '../../lib/listing/contracts/more-hours-types.ts';
import { mapsCategoryOf } from '../../lib/listing/rules/action-links.ts';
import { primaryAlphaCategory } from '../../lib/listing/rules/catalogues.ts';

export const handler = endpoint(moreHoursTypes, async ({ store, path, query }) => {
  const named = await directory(store).find(path.businessNumber);
  if (!named) throw new ApiError(errors.businessInvalid);
  const { mapsCategoryId, profile = {} }: Partial<Business> = 'business' in named ? named.business : {};
  return query.channel === 'maps'
    ? mapsHoursTypes(mapsCategoryOf(mapsCategoryId, profile))
    : alphaHoursTypes(primaryAlphaCategory(profile));
});
