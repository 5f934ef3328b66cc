/** POST /v1/social/post/public/delete/{businessId}: deletes or cancels a post at some of its locations. */
import { ApiError } from '../../lib/http/api-error.ts';
import { endpointWithRules } from '../../lib/http/endpoint.ts';
import { changePublished } from '../../lib/social/change-published.ts';
import { deletePost } from '../../lib/social/contracts/delete-post.ts';
import { changedLocations } from '../../lib/social/rules/locations.ts';

export const handler = endpointWithRules(
  deletePost,
  { prepare: changedLocations },
  async ({ store, path, body: { trackingId }, prepared: locations, validateOnly }) => {
    const outcome = await changePublished(store, path.businessId, { trackingId, locations, validateOnly });
    if ('refused' in outcome) throw new ApiError(outcome.refused);
    return outcome.reply;
  },
);
