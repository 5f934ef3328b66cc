/** Set webhooks: the whole list of a subscription's webhooks, and its authorization. */
import { line } from '../../contract/atoms.ts';
import * as errors from '../../contract/error-rows.ts';
import { field } from '../../contract/field.ts';
import type { Contract } from '../../contract/operation.ts';
import { authorization, subscriptionId, webhook, webhookList } from './parts.ts';

export const setWebhooks = {
  id: 'setWebhooks',
  module: 'subscriptions',
  method: 'PUT',
  path: '/v1/subscriptions/{subscriptionId}/webhooks',
  summary: 'Set webhooks',
  tag: 'Subscriptions',
  description: `Replaces the list of a subscription's webhooks.

- One with an \`id\` stays what it is, under its URL and events as they are sent; one without is new; one that is not in the
  list is removed. An id that the subscription does not have is a 400.
- Webhooks that were disabled are enabled, and failures are forgotten. What was not delivered meanwhile can be replayed.
- \`auth\` replaces the basic authorization; null removes it; left out it stays.`,
  pathParameters: { subscriptionId },
  writes: true,
  lasting: true,
  secrets: true,
  request: {
    title: 'SubscriptionWebhooks',
    type: 'object',
    required: ['webhooks'],
    properties: {
      webhooks: field(
        webhookList('SubscriptionWebhook', {
          id: field(
            { ...line, maxLength: 100 },
            'Of a webhook that there is; left out for a new one',
            'wh_6f0d2c9be1a87435',
          ),
        }),
        'All webhooks, 1 to 20',
        [{ url: 'https://hooks.orchard.example/events', events: ['BUSINESS_UPDATED'] }],
      ),
      auth: field(authorization('SubscriptionAuthorization'), 'Basic authorization that requests carry from now on', {
        username: 'events',
        password: 'correct horse battery staple',
      }),
    },
  },
  reply: { title: 'Webhooks', type: 'array', items: webhook },
  errors: { subscriptionNotFound: errors.subscriptionNotFound, conflict: errors.conflict },
  access: ['Query', 'GetItem', 'UpdateItem', 'DeleteItem', 'ConditionCheckItem'],
} as const satisfies Contract;
