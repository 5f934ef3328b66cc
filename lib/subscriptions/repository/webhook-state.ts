/** How a webhook fares: what `deliver-webhook` notes of it. Where nothing is noted, all is well. */
import type { Item } from '../../dynamodb/attributes.ts';
import { type Entity, itemOf } from '../../dynamodb/entity.ts';
import type { Key } from '../../dynamodb/keys.ts';
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
}

/** Until when a request may be in flight, in epoch milliseconds: as many attributes as there are requests at once. */
export const leaseAttributes = ['l0', 'l1', 'l2', 'l3', 'l4'] as const;

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
});

const text = { type: 'string' } as const;
const number = { type: 'integer' } as const;

export const webhookStateEntity: Entity = {
  type: 'webhookState',
  keys: {
    pk: 'P#<partner>#ACCOUNT#<account>#SUBSCRIPTIONS',
    sk: '<slot>#<subscription>#<webhook>',
  },
  answers: 'Does this webhook fail, since when, and may it be sent another request now?',
  attributes: {
    type: 'object',
    required: ['webhookId', 'subscriptionId', 'partnerId'],
    properties: {
      webhookId: text,
      subscriptionId: text,
      partnerId: text,
      failures: number,
      failingSince: number,
      disabledSince: text,
      disabledReason: text,
      probeAt: number,
      ...Object.fromEntries(leaseAttributes.map((name) => [name, number])),
    },
  },
  exported: { not: 'it belongs to a subscription, which is in no file' },
  personal: false,
  audit: { not: 'says how requests to it ended' },
  removal: { withLocation: 'goes with its subscription', withAccount: 'goes with its subscription' },
};
