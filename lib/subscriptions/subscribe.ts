/** Subscribes, from what is asked for to what is answered: look, and take a free slot, and again where it was taken meanwhile. */
import type { ErrorEntry } from '../contract/error-entry.ts';
import * as errors from '../contract/error-rows.ts';
import { clock, random } from '../dynamodb/client/clock.ts';
import { Conflict, StoreUnavailable } from '../dynamodb/client/outcomes.ts';
import type { PartnerStore } from '../dynamodb/table/partner-store.ts';
import { until } from '../dynamodb/writes/until.ts';
import { webhookReply } from './reply.ts';
import { drawSecret } from './repository/secrets.ts';
import { repliedFrom, subscribing } from './repository/subscribing.ts';
import { drawWebhookId, MOST_SUBSCRIPTIONS } from './repository/subscription.ts';
import type { Wanted } from './rules/webhooks.ts';

/** An account has as many slots; each other attempt of ours means that another request has taken one. */
const ATTEMPTS = { attempts: MOST_SUBSCRIPTIONS + 1, atOnce: 1, mostDoublings: 4 } as const;

/** Ids that a dry run would draw. */
export const DRY_ID = '0';

const tooMany: ErrorEntry = {
  ...errors.invalidRequest,
  message: `An account has at most ${MOST_SUBSCRIPTIONS} subscriptions`,
};

export interface SubscribeCommand {
  readonly businessId: number;
  readonly wanted: Wanted;
  readonly validateOnly: boolean;
}

export interface SubscribeReply {
  readonly id: string;
  readonly message: string;
  readonly secret: string;
  readonly webhooks: readonly ReturnType<typeof webhookReply>[];
}

type Subscribed = { readonly reply: SubscribeReply } | { readonly refused: ErrorEntry };

/**
 * Subscribes, or only checks it: ids are 0 then, and there is no secret.
 *
 * @throws StoreUnavailable where others are in the way each time, or it is unknown whether the write landed
 */
export const subscribeTo = async (
  store: PartnerStore,
  { businessId, wanted, validateOnly }: SubscribeCommand,
): Promise<Subscribed> => {
  const executed = store.idempotency?.executed;
  if (executed) return { reply: repliedFrom(executed) as SubscribeReply };
  const { look, add } = subscribing(store);
  const webhooks = wanted.webhooks.map(({ url, events }) => ({
    id: validateOnly ? DRY_ID : drawWebhookId(),
    url,
    events,
  }));
  const secret = validateOnly ? '' : drawSecret();
  const answer = (id: string): SubscribeReply => ({
    id,
    message: 'Subscribed',
    secret,
    webhooks: webhooks.map((webhook) => webhookReply(webhook)),
  });
  return until<Subscribed>(ATTEMPTS, async () => {
    const context = await look(businessId);
    if (!context) return { refused: errors.businessInvalid };
    const { accountNumber, free } = context;
    const slot = free[Math.floor(random.fraction() * free.length)];
    if (slot === undefined) return { refused: tooMany };
    if (validateOnly) return { reply: answer(DRY_ID) };
    const outcome = await add(
      { accountNumber, businessId, webhooks, createdAt: new Date(clock.now()).toISOString() },
      { secrets: [{ value: secret }], auth: wanted.auth ?? null },
      { slot, answer },
    ).catch((error: Error) => {
      throw error instanceof Conflict ? new StoreUnavailable('others took each slot') : error;
    });
    if ('saved' in outcome) return { reply: outcome.saved };
    // What it is for was there a moment ago, and is gone or closed.
    return outcome.refused === 'absent' ? { refused: errors.businessInvalid } : 'changed';
  });
};
