/** Requests of set webhooks against the demo data. */
import type { Cases } from '../../contract/cases.ts';
import { DEMO, demoWebhook, foreignSubscription, nobodys } from './demo.cases.ts';
import type { setWebhooks } from './set-webhooks.ts';

const { id } = demoWebhook;
const changed = { url: 'https://hooks.orchard.example/events', events: ['USER_INVITED', 'CONTACT_DELETED'] };

export const setWebhooksCases: Cases<typeof setWebhooks> = {
  parameters: { subscriptionId: DEMO.account },
  examples: [
    {
      summary: 'Another URL and more events for a webhook that there is',
      body: { webhooks: [{ id, ...changed }] },
      reply: [{ ...demoWebhook, ...changed }],
    },
  ],
  provocations: {
    subscriptionNotFound: { ...nobodys, body: { webhooks: [changed] } },
    conflict: { unprovoked: 'test/functions/subscriptions/set-webhooks.test.ts' },
  },
  invalid: {
    body: { webhooks: [{ url: 'http://hooks.orchard.example/events', events: ['USER_INVITED'] }] },
    message: 'webhooks[0].url must be an https URL',
    violations: [{ pointer: '/webhooks/0/url' }],
  },
  foreign: {
    subscriptionId: {
      ...foreignSubscription,
      foreign: { ...foreignSubscription.foreign, body: { webhooks: [changed] } },
      absent: { ...nobodys, body: { webhooks: [changed] } },
    },
  },
};
