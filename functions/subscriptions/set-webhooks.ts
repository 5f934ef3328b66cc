/** PUT /v1/subscriptions/{subscriptionId}/webhooks: replaces all webhooks of a subscription, and its authorization. */
import { ApiError } from '../../lib/http/api-error.ts';
import { endpointWithRules } from '../../lib/http/endpoint.ts';
import { allowsLocal } from '../../lib/outside/lookup.ts';
import { setWebhooks } from '../../lib/subscriptions/contracts/set-webhooks.ts';
import { validatedWebhooks } from '../../lib/subscriptions/rules/webhooks.ts';
import { setWebhooksOf } from '../../lib/subscriptions/set-webhooks.ts';

export const handler = endpointWithRules(
  setWebhooks,
  { prepare: (normalized) => validatedWebhooks(normalized, { allowLocal: allowsLocal() }) },
  async ({ store, path, prepared: wanted, validateOnly }) => {
    const outcome = await setWebhooksOf(store, path.subscriptionId, { wanted, validateOnly });
    if ('refused' in outcome) throw new ApiError(outcome.refused, outcome);
    return outcome.reply;
  },
);
