/** POST /v1/social/post/public/scheduled/edit/{businessId}: edits a post before it starts. */
import { clock } from '../../lib/dynamodb/client/clock.ts';
import { ApiError } from '../../lib/http/api-error.ts';
import { endpointWithRules } from '../../lib/http/endpoint.ts';
import { editScheduledPost } from '../../lib/social/contracts/edit-scheduled-post.ts';
import { validatedPost } from '../../lib/social/rules/post-body.ts';
import { editScheduled } from '../../lib/social/schedule-post.ts';

export const handler = endpointWithRules(
  editScheduledPost,
  { prepare: (normalized) => validatedPost(normalized, clock.now(), true) },
  async ({ store, path, body: { trackingId }, prepared: wanted, validateOnly }) => {
    const outcome = await editScheduled(store, path.businessId, { trackingId, wanted, validateOnly });
    if ('refused' in outcome) throw new ApiError(outcome.refused);
    return outcome.reply;
  },
);
