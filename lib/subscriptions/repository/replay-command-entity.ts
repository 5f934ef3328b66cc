/** The declaration of replay commands (lib/entities.ts). */
import type { Entity } from '../../dynamodb/table/entity.ts';
import { sendAgain } from '../send-again.ts';
import { OPEN } from './replay-command.ts';

const text = { type: 'string' } as const;

export const replayCommandEntity: Entity = {
  type: 'replayOrder',
  keys: { pk: 'P#<partner>#SUBSCRIPTION#<id>#DELIVERIES', sk: 'REPLAY#<mark>' },
  answers: 'Which deliveries does this replay resend?',
  attributes: {
    type: 'object',
    required: ['partnerId', 'subscriptionId', 'deliveryIds', 'expiresAtSeconds'],
    properties: {
      partnerId: text,
      subscriptionId: text,
      deliveryIds: { type: 'array', maxItems: 1000, items: text },
      onlyFailed: { type: 'boolean' },
      status: { const: OPEN },
      done: { type: 'integer', minimum: 0 },
      expiresAtSeconds: { type: 'integer' },
    },
  },
  exported: { not: 'it expires within a day' },
  personal: false,
  events: false,
  counts: false,
  audit: { not: 'changes no record' },
  removal: { withLocation: 'expires within a day', withAccount: 'expires within a day' },
  // Each of its turns changes it, and begins the next one.
  work: { on: ['made', 'changed'], changed: { from: [OPEN], to: [OPEN] }, start: sendAgain },
};
