/** How a webhook fares: what `deliver-webhook` notes of it. Where nothing is noted, all is well. */
import type { Item } from '../../dynamodb/table/attributes.ts';
import { itemOf } from '../../dynamodb/table/entity.ts';
import { digest, type Key } from '../../dynamodb/table/keys.ts';
import { MOST_OF_WEBHOOK } from '../rules/fairness.ts';
import { statesPrefix, subscriptionKey } from './subscription.ts';

export interface WebhookState {
  readonly webhookId: string;
  readonly subscriptionId: string;
  /** Failed requests since the last one that did not fail. */
  readonly failures: number;
  /** When the first of them failed, in epoch milliseconds. */
  readonly failingSince?: number;
  /** Set where nothing is sent any more: since when (ISO 8601, in UTC), and why. */
  readonly disabledSince?: string;
  readonly disabledReason?: string;
  /** When the next probe may go, in epoch milliseconds. */
  readonly probeAt?: number;
  /** What the URL is known by of which all of this is said; where there is none, it is said of any. */
  readonly target?: string;
  /** The mark of the subscription by which the webhook had that URL. */
  readonly targetMark?: string;
  /** What its answers have earned since its last failure: how many more requests may be in flight (`windowOf`). */
  readonly credit?: number;
  /** How long the last request took. */
  readonly lastMilliseconds?: number;
}

/** Until when a request may be in flight, in epoch milliseconds: as many attributes as there are requests at once. */
export const leaseAttributes: readonly string[] = Array.from({ length: MOST_OF_WEBHOOK }, (_, index) => `l${index}`);

/** Of which delivery that request is, for each of `leaseAttributes`. */
export const holderOf = (lease: string): string => lease.replace('l', 'h');

/** What a URL is known by in a state: the URL itself may be a secret. */
export const targetOf = (url: string): string => digest(url).slice(0, 16);

/** Whether a state says something of another URL than the one of this target. */
export const isOther = (state: { readonly target?: unknown } | undefined, target: string): boolean =>
  state?.target !== undefined && state.target !== target;

/** What enabling a webhook removes of its state. */
export const failureAttributes = ['failures', 'failingSince', 'disabledSince', 'disabledReason', 'probeAt'] as const;

/** @param subscriptionId - one that has been made; what is none is a mistake of ours */
export const webhookStateKey = (partnerId: string, subscriptionId: string, webhookId: string): Key => {
  const key = subscriptionKey(partnerId, subscriptionId);
  if (!key) throw new Error(`${subscriptionId} is no id of a subscription`);
  return { pk: key.pk, sk: `${statesPrefix(key, subscriptionId)}${webhookId}` };
};

/** A new item for the state of a webhook. */
export const webhookStateItem = (
  state: Partial<WebhookState> & Pick<WebhookState, 'webhookId' | 'subscriptionId'> & { readonly partnerId: string },
): Item => itemOf('webhookState', state, webhookStateKey(state.partnerId, state.subscriptionId, state.webhookId));

export const webhookStateFrom = (item: Item): WebhookState => ({
  webhookId: String(item.webhookId),
  subscriptionId: String(item.subscriptionId),
  failures: Number(item.failures ?? 0),
  ...(item.failingSince !== undefined && { failingSince: Number(item.failingSince) }),
  ...(item.disabledSince !== undefined && { disabledSince: String(item.disabledSince) }),
  ...(item.disabledReason !== undefined && { disabledReason: String(item.disabledReason) }),
  ...(item.probeAt !== undefined && { probeAt: Number(item.probeAt) }),
  ...(item.target !== undefined && { target: String(item.target) }),
  ...(item.targetMark !== undefined && { targetMark: String(item.targetMark) }),
  ...(item.credit !== undefined && { credit: Number(item.credit) }),
  ...(item.lastMilliseconds !== undefined && { lastMilliseconds: Number(item.lastMilliseconds) }),
});
