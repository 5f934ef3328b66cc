/** What the states of webhooks declare (lib/entities.ts). */
import type { Entity } from '../../dynamodb/table/entity.ts';
import { holderOf, leaseAttributes } from './webhook-state.ts';

const number = { type: 'integer' } as const;
const text = { type: 'string' } as const;

export const webhookStateEntity: Entity = {
  type: 'webhookState',
  keys: {
    pk: 'P#<partner>#ACCOUNT#<account>#SUBSCRIPTIONS',
    sk: '<slot>#<subscription>#<webhook>',
  },
  answers: 'Does this webhook fail, since when, and can it take another request now?',
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
      target: text,
      targetMark: text,
      credit: number,
      lastMilliseconds: number,
      ...Object.fromEntries(
        leaseAttributes.flatMap((name) => [
          [name, number],
          [holderOf(name), text],
        ]),
      ),
    },
  },
  exported: { not: 'it belongs to a subscription, which is not exported' },
  personal: false,
  events: false,
  counts: false,
  audit: { not: 'says how requests to it ended' },
  removal: { withLocation: 'goes with its subscription', withAccount: 'goes with its subscription' },
};
