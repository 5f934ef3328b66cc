/** Subscribe: has events of an account or a location sent to webhooks. */
import { list, text } from '../../contract/atoms.ts';
import * as errors from '../../contract/error-rows.ts';
import { field } from '../../contract/field.ts';
import type { Contract } from '../../contract/operation.ts';
import { authorization, businessId, event, message, secret, webhook, webhookList, webhookUrl } from './parts.ts';

export const subscribe = {
  id: 'subscribe',
  module: 'subscriptions',
  method: 'POST',
  path: '/v1/subscriptions/subscribe',
  summary: 'Subscribe',
  tag: 'Subscriptions',
  description: `Has events of an account, its locations among them, or of one location sent to webhooks, each request signed
as [Standard Webhooks](https://www.standardwebhooks.com) say.

- Send either \`webhookUrl\` and \`eventName\`, or \`webhooks\`: up to 20, each with its own events.
- The secret is shown in this response alone. Under an \`Idempotency-Key\` a repetition shows it for 24 hours.
- Events go to webhooks only: \`emails\` that are not empty are a 400.
- An account has at most 50 subscriptions, those of its locations counted.
- \`validateOnly=true\` makes no secret, and ids are 0.`,
  query: { businessId },
  writes: true,
  lasting: true,
  secrets: true,
  secretReply: true,
  request: {
    title: 'SubscriptionToCreate',
    type: 'object',
    properties: {
      webhookUrl: field(
        webhookUrl,
        'Where events are sent, for one webhook with one event',
        'https://hooks.orchard.example/events',
      ),
      eventName: field(event, 'The event that is sent there', 'BUSINESS_UPDATED'),
      webhooks: field(webhookList('WebhookToCreate', {}), 'Webhooks, 1 to 20, in place of the two', [
        { url: 'https://hooks.orchard.example/events', events: ['BUSINESS_UPDATED'] },
      ]),
      auth: field(
        authorization('AuthorizationToCreate'),
        'Basic authorization that requests carry; none where it is null or left out',
        {
          username: 'events',
          password: 'correct horse battery staple',
        },
      ),
      emails: field(
        { ...list, maxItems: 0, 'x-errors': { maxItems: 'must be empty: events go to webhooks only' } },
        'To be empty or left out',
        [],
      ),
    },
  },
  reply: {
    title: 'CreatedSubscription',
    type: 'object',
    required: ['id', 'message', 'secret', 'webhooks'],
    properties: {
      id: field(text, 'Id of the subscription; 0 for a dry run', 'sub_f077_07_4be1a874356f0d2c'),
      message,
      secret,
      webhooks: field({ type: 'array', items: webhook }, 'The webhooks, with their ids'),
    },
  },
  errors: { businessInvalid: errors.businessInvalid },
  access: ['BatchGetItem', 'Query', 'PutItem', 'ConditionCheckItem', 'GetItem'],
} as const satisfies Contract;
