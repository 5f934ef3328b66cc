/** Subscribe: has events of an account or a location sent to webhooks. */
import { list, text } from '../../contract/atoms.ts';
import * as errors from '../../contract/error-rows.ts';
import { field } from '../../contract/field.ts';
import type { Contract } from '../../contract/operation.ts';
import { FORMS } from '../rules/webhooks.ts';
import {
  authorization,
  businessId,
  event,
  message,
  secret,
  webhook,
  webhookList,
  webhookUrl,
} from './shared-schemas.ts';

export const subscribe = {
  id: 'subscribe',
  module: 'subscriptions',
  method: 'POST',
  path: '/v1/subscriptions/subscribe',
  summary: 'Subscribe',
  tag: 'Subscriptions',
  description: `Subscribes webhooks to the events of an account and its locations, or of one location. Requests are signed by the
[Standard Webhooks](https://www.standardwebhooks.com) scheme.

- Send either \`webhookUrl\` and \`eventName\`, or \`webhooks\`: up to 20, each with its own events.
- Only this response contains the secret. With the same \`Idempotency-Key\` you can read it again for 24 hours.
- Events are sent to webhooks only: \`emails\` must be empty or omitted.
- An account has at most 50 subscriptions, including those of its locations.
- With \`validateOnly=true\` there is no secret, and ids are 0.`,
  query: { businessId },
  writes: true,
  lasting: true,
  secrets: true,
  secretReply: true,
  request: {
    title: 'SubscriptionToCreate',
    type: 'object',
    'x-one-of': FORMS,
    properties: {
      webhookUrl: field(webhookUrl, 'URL of a single webhook with one event', 'https://hooks.orchard.example/events'),
      eventName: field(event, 'Event of that webhook', 'BUSINESS_UPDATED'),
      webhooks: field(
        webhookList('WebhookToCreate', {}),
        'Webhooks, 1 to 20, instead of `webhookUrl` and `eventName`',
        [{ url: 'https://hooks.orchard.example/events', events: ['BUSINESS_UPDATED'] }],
      ),
      auth: field(
        authorization('AuthorizationToCreate'),
        'Basic authentication of the requests; none if null or omitted',
        {
          username: 'events',
          password: 'correct horse battery staple',
        },
      ),
      emails: field(
        { ...list, maxItems: 0, 'x-errors': { maxItems: 'must be empty: events go to webhooks only' } },
        'Must be empty or omitted',
        [],
      ),
    },
  },
  reply: {
    title: 'CreatedSubscription',
    type: 'object',
    required: ['id', 'message', 'secret', 'webhooks'],
    properties: {
      id: field(text, 'Id of the subscription; 0 in a dry run', 'sub_f077_07_4be1a874356f0d2c'),
      message,
      secret,
      webhooks: field({ type: 'array', items: webhook }, 'The webhooks, with their ids'),
    },
  },
  errors: { businessInvalid: errors.businessInvalid },
  access: ['BatchGetItem', 'Query', 'PutItem', 'ConditionCheckItem', 'GetItem'],
} as const satisfies Contract;
