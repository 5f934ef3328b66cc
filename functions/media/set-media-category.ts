/** PUT /v1/business/{businessId}/update/media/{mediaId}: says what a medium of a location shows. */
import * as errors from '../../lib/contract/error-rows.ts';
import { ApiError } from '../../lib/http/api-error.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { setMediaCategory } from '../../lib/media/contracts/set-media-category.ts';
import { media } from '../../lib/media/repository/media.ts';
import { isMediaId } from '../../lib/media/repository/medium.ts';

export const handler = endpoint(setMediaCategory, async ({ store, path, body, validateOnly }) => {
  const { businessId, mediaId } = path;
  const { owner, find, setCategory } = media(store);
  const [location, found] = await Promise.all([
    owner(businessId),
    isMediaId(mediaId) ? find(businessId, [mediaId]) : [],
  ]);
  if (!location) throw new ApiError(errors.businessInvalid);
  if (found.length === 0) throw new ApiError(errors.routeNotFound);
  if (validateOnly) return {};
  if (!(await setCategory(businessId, mediaId, body.mediaCategory))) throw new ApiError(errors.routeNotFound);
  return {};
});
