/** POST /v1/social/{businessId}/schedule: schedules a post. */
import { clock } from '../../lib/dynamodb/client/clock.ts';
import { ApiError } from '../../lib/http/api-error.ts';
import { endpointWithRules } from '../../lib/http/endpoint.ts';
import { schedulePost } from '../../lib/social/contracts/schedule-post.ts';
import { validatedPost } from '../../lib/social/rules/post-body.ts';
import { scheduleNew } from '../../lib/social/schedule-post.ts';

export const handler = endpointWithRules(
  schedulePost,
  { prepare: (normalized) => validatedPost(normalized, clock.now(), false) },
  async ({ store, path, prepared: wanted, validateOnly }) => {
    const outcome = await scheduleNew(store, path.businessId, { wanted, validateOnly });
    if ('refused' in outcome) throw new ApiError(outcome.refused);
    return outcome.reply;
  },
);
