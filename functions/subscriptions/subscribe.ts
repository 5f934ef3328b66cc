/** POST /v1/subscriptions/subscribe: has events of an account or a location sent to webhooks. */
import { ApiError } from '../../lib/http/api-error.ts';
import { endpointWithRules } from '../../lib/http/endpoint.ts';
import { allowsLocal } from '../../lib/outside/lookup.ts';
import { subscribe } from '../../lib/subscriptions/contracts/subscribe.ts';
import { validatedSubscription } from '../../lib/subscriptions/rules/webhooks.ts';
import { subscribeTo } from '../../lib/subscriptions/subscribe.ts';

export const handler = endpointWithRules(
  subscribe,
  { prepare: (normalized) => validatedSubscription(normalized, { allowLocal: allowsLocal() }) },
  async ({ store, query, prepared: wanted, validateOnly }) => {
    const outcome = await subscribeTo(store, { businessId: query.businessId, wanted, validateOnly });
    if ('refused' in outcome) throw new ApiError(outcome.refused);
    return outcome.reply;
  },
);
