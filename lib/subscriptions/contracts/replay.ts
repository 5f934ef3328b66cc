/** Replay: sends deliveries again. */
import { text } from '../../contract/atoms.ts';
import * as errors from '../../contract/error-rows.ts';
import { field } from '../../contract/field.ts';
import type { Contract } from '../../contract/operation.ts';
import { subscriptionId } from './parts.ts';

export const MOST_REPLAYED = 1000;

const time = {
  type: 'integer',
  minimum: 0,
  maximum: 9_999_999_999_999,
  'x-errors': {
    type: 'must be a time in epoch milliseconds',
    minimum: 'must be a time in epoch milliseconds',
    maximum: 'must be a time in epoch milliseconds',
  },
} as const;

export const replay = {
  id: 'replay',
  module: 'subscriptions',
  method: 'POST',
  path: '/v1/subscriptions/{subscriptionId}/replay',
  summary: 'Replay',
  tag: 'Subscriptions',
  description: `Sends deliveries again, with the ids and bodies that they had: a receiver that has seen one knows it by its
\`webhook-id\`. Their tries begin anew.

- \`deliveryIds\` names them, delivered ones too. What is unknown is skipped; what is pending is sent as it is.
- \`from\` and \`to\` (now, where it is left out) mean all that failed of the events of that time, oldest first, 1,000 at most:
  \`remaining\` says how many there are more. Send the same again until it is 0.
- Enable a disabled webhook first (set webhooks): what is sent to one fails at once.`,
  pathParameters: { subscriptionId },
  writes: true,
  lasting: true,
  request: {
    title: 'ReplayOrder',
    type: 'object',
    properties: {
      deliveryIds: field(
        { type: 'array', items: { ...text, maxLength: 100 }, maxItems: MOST_REPLAYED, 'x-read': 'list' },
        'Ids of deliveries, at most 1,000',
        ['dlv_1790000000000_4be1a874356f0d2c'],
      ),
      from: field(time, 'Epoch milliseconds: the first moment', 1790000000000),
      to: field(time, 'Epoch milliseconds: the last moment', 1790086400000),
    },
  },
  reply: {
    title: 'Replayed',
    type: 'object',
    required: ['replayed', 'remaining'],
    properties: {
      replayed: field({ type: 'integer' }, 'How many are sent again', 12),
      remaining: field({ type: 'integer' }, 'How many failed ones of that time there are more', 0),
    },
  },
  errors: { subscriptionNotFound: errors.subscriptionNotFound },
  access: ['GetItem', 'Query', 'PutItem'],
} as const satisfies Contract;
