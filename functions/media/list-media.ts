/** GET /v1/business/{businessId}/media/get: the pictures and videos of a location. */
import * as errors from '../../lib/contract/error-rows.ts';
import { ApiError } from '../../lib/http/api-error.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { listMedia } from '../../lib/media/contracts/list-media.ts';
import { listedReply } from '../../lib/media/reply.ts';
import { media } from '../../lib/media/repository/media.ts';
import { servedBy } from '../../lib/media/serving.ts';

export const handler = endpoint(listMedia, async ({ store, path: { businessId } }) => {
  const { owner, list } = media(store);
  const [location, all] = await Promise.all([owner(businessId), list(businessId)]);
  if (!location) throw new ApiError(errors.businessInvalid);
  const urlOf = servedBy();
  return { media: all.map((medium) => listedReply(medium, urlOf)) };
});
