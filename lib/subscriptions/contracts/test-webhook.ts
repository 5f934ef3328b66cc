/** Test webhook: sends a test event now, and says what came back. */
import { line } from '../../contract/atoms.ts';
import * as errors from '../../contract/error-rows.ts';
import { field } from '../../contract/field.ts';
import type { Contract } from '../../contract/operation.ts';
import { subscriptionId } from './parts.ts';

export const testWebhook = {
  id: 'testWebhook',
  module: 'subscriptions',
  method: 'POST',
  path: '/v1/subscriptions/{subscriptionId}/test',
  summary: 'Test webhook',
  tag: 'Subscriptions',
  description: `Sends an event \`TEST\` to a webhook at once, signed and authorized as every other, and says what came back.
It is sent once, whatever comes of it, to a disabled webhook too, and is no delivery: it is not listed, and counts for
nothing.

- One a second for each subscription: another one is 429.
- It waits up to 10 seconds. What the endpoint answers beyond a status is not looked at.
- \`validateOnly=true\` sends nothing: \`delivered\` is false.`,
  pathParameters: { subscriptionId },
  writes: true,
  lasting: true,
  secrets: true,
  request: {
    title: 'WebhookTest',
    type: 'object',
    properties: {
      webhookId: field(
        { ...line, maxLength: 100 },
        'The webhook; the first one unless it is sent',
        'wh_6f0d2c9be1a87435',
      ),
    },
  },
  bodyOptional: true,
  reply: {
    title: 'WebhookTestReply',
    type: 'object',
    required: ['delivered', 'status', 'milliseconds', 'error'],
    properties: {
      delivered: field({ type: 'boolean' }, 'Whether the endpoint answered with a status from 200 to 299', true),
      status: field({ type: ['integer', 'null'] }, 'The status that it answered; null where it did not', 200),
      milliseconds: field({ type: ['integer', 'null'] }, 'How long that took; null for a dry run', 87),
      error: field(
        { type: ['string', 'null'] },
        'Why there was no answer: timeout, refused, dns, tls or forbidden address; null where there was one',
        null,
      ),
    },
  },
  errors: { subscriptionNotFound: errors.subscriptionNotFound, conflict: errors.conflict },
  access: ['GetItem', 'UpdateItem'],
} as const satisfies Contract;
