/** Requests of test webhook against the demo data. */
import type { Cases } from '../../contract/cases.ts';
import { DEMO, foreignSubscription, nobodys } from './demo.cases.ts';
import type { testWebhook } from './test-webhook.ts';

export const testWebhookCases: Cases<typeof testWebhook> = {
  parameters: { subscriptionId: DEMO.account },
  examples: [
    {
      summary: 'A webhook whose host is not public',
      body: {},
      reply: { delivered: false, status: null, milliseconds: 0, error: 'forbidden address' },
      varies: ['milliseconds'],
    },
  ],
  provocations: {
    subscriptionNotFound: nobodys,
    conflict: { unprovoked: 'test/functions/subscriptions/test-webhook.test.ts' },
    rateLimitExceeded: { unprovoked: 'test/functions/subscriptions/test-webhook.test.ts' },
  },
  invalid: {
    body: { webhookId: 'wh_0000000000000000' },
    message: 'webhookId is no webhook of the subscription',
    violations: [{ pointer: '/webhookId' }],
  },
  foreign: { subscriptionId: foreignSubscription },
};
