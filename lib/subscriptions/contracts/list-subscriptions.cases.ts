/** Requests of list subscriptions against the demo data. */
import type { Cases } from '../../contract/cases.ts';
import * as errors from '../../contract/error-rows.ts';
import { foreignAccount } from '../../contract/foreign.ts';
import { DEMO, demoWebhook, disabledWebhook, locationsWebhook } from './demo.cases.ts';
import type { listSubscriptions } from './list-subscriptions.ts';

const ofAccount = {
  id: DEMO.account,
  businessId: 700100,
  webhooks: [demoWebhook],
  createdAt: '2026-03-04T05:06:07.890Z',
};
const ofLocation = {
  id: DEMO.location,
  businessId: 700101,
  webhooks: [locationsWebhook, disabledWebhook],
  createdAt: '2026-03-05T05:06:07.890Z',
};

export const listSubscriptionsCases: Cases<typeof listSubscriptions> = {
  parameters: { businessId: 700100 },
  examples: [
    { summary: 'Of an account, with those of its locations', reply: [ofAccount, ofLocation] },
    { summary: 'Of one location', parameters: { businessId: 700101 }, reply: [ofLocation] },
  ],
  provocations: { businessInvalid: { parameters: { businessId: 799999 } } },
  foreign: { businessId: foreignAccount('businessId', errors.businessInvalid) },
};
