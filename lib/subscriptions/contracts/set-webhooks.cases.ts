/** Requests of set webhooks against the demo data. */
import type { Cases } from '../../contract/cases.ts';
import { DEMO, demoWebhook, disabledWebhook, foreignSubscription, nobodys } from './demo.cases.ts';
import type { setWebhooks } from './set-webhooks.ts';

const { id } = demoWebhook;
const enabled = { state: 'enabled', disabledSince: null, disabledReason: null };
const asSent = ({ id: own, url, events }: { readonly id: string; readonly url: string; readonly events: unknown }) => ({
  id: own,
  url,
  events,
});
const changed = { url: 'https://hooks.orchard.example/events', events: ['USER_INVITED', 'CONTACT_DELETED'] };

export const setWebhooksCases: Cases<typeof setWebhooks> = {
  parameters: { subscriptionId: DEMO.account },
  examples: [
    {
      summary: 'The same again: what was disabled is enabled',
      body: { webhooks: [asSent(demoWebhook), asSent(disabledWebhook)] },
      reply: [demoWebhook, { ...disabledWebhook, ...enabled }],
    },
    {
      summary: 'Another URL and more events for one webhook, and no other',
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
