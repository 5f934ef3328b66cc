/** Set webhooks: the complete list of a subscription's webhooks, and its authorization. */
import { line } from '../../contract/atoms.ts';
import * as errors from '../../contract/error-rows.ts';
import { field } from '../../contract/field.ts';
import type { Contract } from '../../contract/operation.ts';
import { authorization, subscriptionId, webhook, webhookList } from './shared-schemas.ts';

export const setWebhooks = {
  id: 'setWebhooks',
  module: 'subscriptions',
  method: 'PUT',
  path: '/v1/subscriptions/{subscriptionId}/webhooks',
  summary: 'Set webhooks',
  tag: 'Subscriptions',
  description: `Replaces the webhooks of a subscription.

- A webhook with an \`id\` is updated, one without is created, and webhooks that are not in the list are removed. An
  \`id\` that the subscription does not have returns 400.
- Disabled webhooks are enabled, and their failures are reset. You can replay what was not delivered meanwhile.
- \`auth\` replaces the basic authentication, \`null\` removes it; if you omit it, it is kept.`,
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
        {
          ...webhookList('SubscriptionWebhook', {
            id: field(
              { ...line, maxLength: 100 },
              'Id of an existing webhook; omitted for a new one',
              'wh_6f0d2c9be1a87435',
            ),
          }),
          'x-blank': 'check',
        },
        'All webhooks, 1 to 20',
        [{ url: 'https://hooks.orchard.example/events', events: ['BUSINESS_UPDATED'] }],
      ),
      auth: field(authorization('SubscriptionAuthorization'), 'Basic authentication of future requests', {
        username: 'events',
        password: 'correct horse battery staple',
      }),
    },
  },
  reply: { title: 'Webhooks', type: 'array', items: webhook },
  errors: { subscriptionNotFound: errors.subscriptionNotFound, conflict: errors.conflict },
  access: ['Query', 'GetItem', 'UpdateItem', 'DeleteItem', 'ConditionCheckItem'],
} as const satisfies Contract;
