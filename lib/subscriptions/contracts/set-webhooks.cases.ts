/** Requests of set webhooks against the demo data. */
import type { Cases } from '../../contract/cases.ts';
import { DEMO, disabledWebhook, foreignSubscription, locationsWebhook, nobodys } from './demo.cases.ts';
import type { setWebhooks } from './set-webhooks.ts';

const asSent = ({ id, url, events }: { readonly id: string; readonly url: string; readonly events: unknown }) => ({
  id,
  url,
  events,
});
const enabled = { state: 'enabled', disabledSince: null, disabledReason: null };
const changed = { url: 'https://hooks.orchard.example:8443/events', events: ['USER_INVITED', 'CONTACT_DELETED'] };
const body = { webhooks: [changed] };

export const setWebhooksCases: Cases<typeof setWebhooks> = {
  parameters: { subscriptionId: DEMO.location },
  examples: [
    {
      summary: 'The same webhooks again: disabled ones are enabled',
      body: { webhooks: [asSent(locationsWebhook), asSent(disabledWebhook)] },
      reply: [locationsWebhook, { ...disabledWebhook, ...enabled }],
    },
    {
      summary: 'Another URL and more events for one webhook, and no other',
      body: { webhooks: [{ id: locationsWebhook.id, ...changed }] },
      reply: [{ ...locationsWebhook, ...changed }],
    },
  ],
  provocations: {
    subscriptionNotFound: { ...nobodys, body },
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
      foreign: { ...foreignSubscription.foreign, body },
      absent: { ...nobodys, body },
    },
  },
};
