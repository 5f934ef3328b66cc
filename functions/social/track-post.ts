/** GET /v1/social/{businessId}/post/track/{trackingId}: a post with its status at each location. */
import * as errors from '../../lib/contract/error-rows.ts';
import { ApiError } from '../../lib/http/api-error.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { postTooLarge, trackPost } from '../../lib/social/contracts/track-post.ts';
import { scopeOf } from '../../lib/social/find-locations.ts';
import { trackedPost } from '../../lib/social/track-post.ts';

export const handler = endpoint(trackPost, async ({ store, path }) => {
  const scope = await scopeOf(store, path.businessId);
  if (!scope) throw new ApiError(errors.businessInvalid);
  const post = await trackedPost(store, scope, path.trackingId);
  if (!post) throw new ApiError(errors.routeNotFound);
  if (post === 'too-large') throw new ApiError(postTooLarge);
  return post;
});
