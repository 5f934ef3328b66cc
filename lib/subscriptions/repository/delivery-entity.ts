/** What deliveries are made of. */
import type { Entity } from '../../dynamodb/entity.ts';
import { MOST_ATTEMPTS } from './delivery.ts';

const text = { type: 'string' } as const;
const number = { type: 'integer' } as const;

export const deliveryEntity: Entity = {
  type: 'delivery',
  keys: {
    pk: 'P#<partner>#SUBSCRIPTION#<id>#DELIVERIES',
    sk: '<id of the delivery>',
    index: ['P#<partner>#SUBSCRIPTION#<id>#DELIVERIES#<status>', '<id of the delivery>'],
  },
  answers: 'What was sent to this webhook, how often was it tried, what is left to be tried?',
  attributes: {
    type: 'object',
    required: ['partnerId', 'subscriptionId', 'webhookId', 'eventId', 'body', 'status', 'turn', 'expiresAtSeconds'],
    properties: {
      id: text,
      partnerId: text,
      accountNumber: number,
      subscriptionId: text,
      webhookId: text,
      event: text,
      eventId: text,
      body: text,
      status: { enum: ['pending', 'delivered', 'failed'] },
      attempts: { type: 'array', maxItems: MOST_ATTEMPTS, items: { type: 'object', required: ['at'] } },
      turn: number,
      tries: number,
      nextAttemptAt: number,
      order: text,
      expiresAtSeconds: number,
    },
  },
  exported: { not: 'it expires within 30 days' },
  personal: false,
  audit: { not: 'follows from an event' },
  removal: { withLocation: 'expires within 30 days', withAccount: 'expires within 30 days' },
};
