/** Test webhook: sends a test event now, and says what came back. */
import { line } from '../../contract/atoms.ts';
import * as errors from '../../contract/error-rows.ts';
import { field } from '../../contract/field.ts';
import type { Contract } from '../../contract/operation.ts';
import { subscriptionId } from './shared-schemas.ts';

export const testWebhook = {
  id: 'testWebhook',
  module: 'subscriptions',
  method: 'POST',
  path: '/v1/subscriptions/{subscriptionId}/test',
  summary: 'Test webhook',
  tag: 'Subscriptions',
  description: `Sends a signed \`TEST\` event to a webhook and returns the outcome. It is sent once; never retried, listed or
counted. It is also sent to a disabled webhook.

- One test per second and subscription; above that the response is 429.
- It waits up to 10 seconds. Only the status of the endpoint counts.
- With \`validateOnly=true\` nothing is sent, and \`delivered\` is false.`,
  pathParameters: { subscriptionId },
  writes: true,
  lasting: true,
  secrets: true,
  request: {
    title: 'WebhookTest',
    type: 'object',
    properties: {
      webhookId: field({ ...line, maxLength: 100 }, 'The webhook; the first one by default', 'wh_6f0d2c9be1a87435'),
    },
  },
  bodyOptional: true,
  reply: {
    title: 'WebhookTestReply',
    type: 'object',
    required: ['delivered', 'status', 'milliseconds', 'error'],
    properties: {
      delivered: field({ type: 'boolean' }, 'Whether the endpoint returned a status from 200 to 299', true),
      status: field({ type: ['integer', 'null'] }, 'Status that the endpoint returned; null without a response', 200),
      milliseconds: field({ type: ['integer', 'null'] }, 'Duration in milliseconds; null in a dry run', 87),
      error: field(
        { type: ['string', 'null'] },
        'Why there was no response: timeout, refused, dns, tls or forbidden address; null if there was one',
        null,
      ),
    },
  },
  errors: {
    subscriptionNotFound: errors.subscriptionNotFound,
    conflict: errors.conflict,
    rateLimitExceeded: errors.rateLimitExceeded,
  },
  access: ['GetItem', 'UpdateItem'],
} as const satisfies Contract;
