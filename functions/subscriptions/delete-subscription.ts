/** DELETE /v1/subscriptions/{subscriptionId}: ends a subscription. */
import { ApiError } from '../../lib/http/api-error.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { deleteSubscription } from '../../lib/subscriptions/contracts/delete-subscription.ts';
import { endSubscription } from '../../lib/subscriptions/unsubscribe.ts';

export const handler = endpoint(deleteSubscription, async ({ store, path, validateOnly }) => {
  const outcome = await endSubscription(store, path.subscriptionId, { validateOnly });
  if ('refused' in outcome) throw new ApiError(outcome.refused);
  return outcome.reply;
});
