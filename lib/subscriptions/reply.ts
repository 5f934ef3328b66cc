/** From subscriptions as they are stored to what is answered. It contains no secret. Pure. */
import type { Delivery } from './repository/delivery.ts';
import type { Webhook } from './repository/subscription.ts';
import type { Watched } from './repository/subscriptions.ts';
import type { WebhookState } from './repository/webhook-state.ts';
import type { Sent } from './send.ts';

/** @param state - as far as anything is noted of it */
export const webhookReply = ({ id, url, events }: Webhook, state?: WebhookState) => ({
  id,
  url,
  events,
  state: state?.disabledSince === undefined ? 'enabled' : 'disabled',
  disabledSince: state?.disabledSince ?? null,
  disabledReason: state?.disabledReason ?? null,
});

export const subscriptionReply = ({ subscription, states }: Watched) => {
  const { id, businessId, webhooks, createdAt } = subscription;
  return {
    id,
    businessId,
    webhooks: webhooks.map((webhook) => webhookReply(webhook, states.get(webhook.id))),
    createdAt,
  };
};

/** @param sent - empty where nothing was sent */
export const testReply = ({ status, error, milliseconds }: Partial<Sent>) => ({
  delivered: status !== undefined && status >= 200 && status <= 299,
  status: status ?? null,
  milliseconds: milliseconds ?? null,
  error: error ?? null,
});

export const deliveryReply = ({ id, event, webhookId, status, attempts, nextAttemptAt }: Delivery) => ({
  id,
  event,
  webhookId,
  status,
  attempts: attempts.map(({ at, status: answered, error, milliseconds }) => ({
    at,
    status: answered ?? null,
    error: error ?? null,
    milliseconds: milliseconds ?? null,
  })),
  nextAttemptAt: status === 'pending' && nextAttemptAt !== undefined ? new Date(nextAttemptAt).toISOString() : null,
});
