/** Sets the webhooks of a subscription: read, check, write, and again where another request came between. */
import * as errors from '../contract/error-rows.ts';
import { invalid } from '../contract/errors.ts';
import type { Refusal, Violation } from '../contract/violations.ts';
import { Conflict } from '../dynamodb/client/outcomes.ts';
import type { PartnerStore } from '../dynamodb/table/partner-store.ts';
import { until } from '../dynamodb/writes/until.ts';
import { webhookReply } from './reply.ts';
import { drawWebhookId, type Webhook } from './repository/subscription.ts';
import { subscriptions, type Watched } from './repository/subscriptions.ts';
import { webhooksOf } from './repository/webhooks.ts';
import type { Wanted, WantedWebhook } from './rules/webhooks.ts';
import { DRY_ID } from './subscribe.ts';

const ATTEMPTS = {
  attempts: 8,
  atOnce: 1,
  exhausted: () => new Conflict('others change the subscription all the time'),
} as const;

type Reply = readonly ReturnType<typeof webhookReply>[];
type WebhooksSet = { readonly reply: Reply } | Refusal;

/** What is wrong with an id that the subscription does not have. */
const unknownId = ({ subscription }: Watched, wanted: readonly WantedWebhook[]): Violation | undefined => {
  const known = new Set(subscription.webhooks.map(({ id }) => id));
  const index = wanted.findIndex(({ id }) => id !== undefined && !known.has(id));
  const path = `webhooks[${index}].id`;
  return index < 0 ? undefined : { path, error: invalid(path, 'is no webhook of the subscription') };
};

/**
 * Sets the complete list. Webhooks that were disabled are enabled; new ones get an id, which is 0 where it is only checked.
 *
 * @throws Conflict where others change the subscription all the time
 */
export const setWebhooksOf = async (
  store: PartnerStore,
  id: string,
  { wanted, validateOnly }: { readonly wanted: Wanted; readonly validateOnly: boolean },
): Promise<WebhooksSet> => {
  const { watched } = subscriptions(store);
  let isReplay = store.idempotency?.executed !== undefined;
  const webhooks = wanted.webhooks.map(
    ({ id: own, url, events }): Webhook => ({ id: own ?? (validateOnly ? DRY_ID : drawWebhookId()), url, events }),
  );
  return until<WebhooksSet>(ATTEMPTS, async () => {
    const found = await watched(id);
    if (!found) return { refused: errors.subscriptionNotFound };
    if (isReplay) {
      const { subscription, states } = found;
      return { reply: subscription.webhooks.map((webhook) => webhookReply(webhook, states.get(webhook.id))) };
    }
    const unknown = unknownId(found, wanted.webhooks);
    if (unknown) return { refused: unknown.error, violations: [unknown] };
    const outcome = validateOnly ? 'saved' : await webhooksOf(store).set(found, { webhooks, auth: wanted.auth });
    if (outcome === 'saved') return { reply: webhooks.map((webhook) => webhookReply(webhook)) };
    isReplay = outcome !== 'changed';
    return 'changed';
  });
};
