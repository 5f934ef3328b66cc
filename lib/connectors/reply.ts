/** From connectors as they are stored to what is answered. It contains no secret. Pure. */

import type { Webhook } from '../subscriptions/repository/subscription.ts';
import type { Watched } from '../subscriptions/repository/subscriptions.ts';
import type { WebhookState } from '../subscriptions/repository/webhook-state.ts';
import { inOrder } from './repository/connectors.ts';

const connectorReply = ({ id, channel, url }: Webhook, state?: WebhookState) => ({
  id,
  channel,
  url,
  state: state?.disabledSince === undefined ? 'enabled' : 'disabled',
  disabledSince: state?.disabledSince ?? null,
  disabledReason: state?.disabledReason ?? null,
});

/** @param states - by connector, as far as anything is noted of it */
export const connectorsReply = (webhooks: readonly Webhook[], states: Watched['states'] = new Map()) =>
  inOrder(webhooks).map((webhook) => connectorReply(webhook, states.get(webhook.id)));
