/** POST /v1/social/post/public/published/edit/{businessId}: changes the text of a published post. */
import { ApiError } from '../../lib/http/api-error.ts';
import { endpointWithRules } from '../../lib/http/endpoint.ts';
import { changePublished } from '../../lib/social/change-published.ts';
import { editPublishedPost } from '../../lib/social/contracts/edit-published-post.ts';
import { validatedEdit } from '../../lib/social/rules/change-body.ts';

export const handler = endpointWithRules(
  editPublishedPost,
  { prepare: validatedEdit },
  async ({ store, path, body: { trackingId }, prepared, validateOnly }) => {
    const outcome = await changePublished(store, path.businessId, { trackingId, ...prepared, validateOnly });
    if ('refused' in outcome) throw new ApiError(outcome.refused);
    return outcome.reply;
  },
);
