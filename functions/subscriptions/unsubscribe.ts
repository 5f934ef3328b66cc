/** GET /v1/subscriptions/unsubscribe/{subscriptionId}: ends a subscription, by the path of the interface. */
import { ApiError } from '../../lib/http/api-error.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { unsubscribe } from '../../lib/subscriptions/contracts/unsubscribe.ts';
import { endSubscription } from '../../lib/subscriptions/unsubscribe.ts';

export const handler = endpoint(unsubscribe, async ({ store, path, query, validateOnly }) => {
  const outcome = await endSubscription(store, path.subscriptionId, { businessId: query.businessId, validateOnly });
  if ('refused' in outcome) throw new ApiError(outcome.refused);
  return outcome.reply;
});
