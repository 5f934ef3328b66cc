/** POST /v1/subscriptions/{subscriptionId}/test: sends a test event to a webhook now, and says what came back. */
import { ApiError } from '../../lib/http/api-error.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { testWebhook } from '../../lib/subscriptions/contracts/test-webhook.ts';
import { testReply } from '../../lib/subscriptions/reply.ts';
import { sendTest } from '../../lib/subscriptions/test-webhook.ts';

export const handler = endpoint(testWebhook, async ({ store, path, body, validateOnly }) => {
  const outcome = await sendTest(store, path.subscriptionId, { webhookId: body.webhookId, validateOnly });
  if ('refused' in outcome) throw new ApiError(outcome.refused, outcome);
  return testReply(outcome.sent);
});
