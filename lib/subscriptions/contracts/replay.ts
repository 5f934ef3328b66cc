/** Replay: sends deliveries again. */
import { text } from '../../contract/atoms.ts';
import * as errors from '../../contract/error-rows.ts';
import { field } from '../../contract/field.ts';
import type { Contract } from '../../contract/operation.ts';
import { CHOSEN_BY } from '../rules/replay.ts';
import { subscriptionId } from './shared-schemas.ts';

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
  description: `Sends deliveries again, with the same ids and bodies: a receiver recognizes a repeated event by its \`webhook-id\`. The
retry schedule starts again.

- \`deliveryIds\` selects deliveries, including delivered ones. Unknown ids are ignored; pending deliveries are sent as
  they are.
- \`from\` and \`to\` (now by default) select failed deliveries by the time of their events, the oldest first, at most
  1,000. \`remaining\` is the number of further ones. Deliveries are restarted within seconds: repeat the request once those of
  the last one are no longer listed as failed, until \`remaining\` is 0.
- Enable a disabled webhook first (set webhooks): deliveries to a disabled webhook fail immediately.`,
  pathParameters: { subscriptionId },
  writes: true,
  lasting: true,
  request: {
    title: 'ReplayOrder',
    type: 'object',
    'x-one-of': CHOSEN_BY,
    properties: {
      deliveryIds: field(
        { type: 'array', items: { ...text, maxLength: 100 }, maxItems: MOST_REPLAYED, 'x-read': 'list' },
        'Ids of deliveries, at most 1,000',
        ['dlv_1790000000000_4be1a874356f0d2c'],
      ),
      from: field(time, 'Start of the window, epoch milliseconds', 1790000000000),
      to: field(time, 'End of the window, epoch milliseconds', 1790086400000),
    },
  },
  reply: {
    title: 'Replayed',
    type: 'object',
    required: ['replayed', 'remaining'],
    properties: {
      replayed: field({ type: 'integer' }, 'Number of deliveries that are sent again', 12),
      remaining: field({ type: 'integer' }, 'Number of further failed deliveries in the period', 0),
    },
  },
  errors: { subscriptionNotFound: errors.subscriptionNotFound },
  access: ['GetItem', 'Query', 'PutItem'],
} as const satisfies Contract;
