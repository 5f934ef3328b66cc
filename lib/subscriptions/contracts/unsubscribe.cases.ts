/** Requests of unsubscribe against the demo data. */
import type { Cases } from '../../contract/cases.ts';
import * as errors from '../../contract/error-rows.ts';
import { foreignAccount } from '../../contract/foreign.ts';
import { DEMO, foreignSubscription, nobodys, wrongDryRun } from './demo.cases.ts';
import type { unsubscribe } from './unsubscribe.ts';

const reply = { message: 'Unsubscribed' };

export const unsubscribeCases: Cases<typeof unsubscribe> = {
  parameters: { subscriptionId: DEMO.another, businessId: 700200 },
  examples: [
    { summary: 'The subscription of an account', reply },
    {
      summary: 'A subscription of another account',
      parameters: { subscriptionId: DEMO.account, businessId: 700100 },
      reply,
    },
  ],
  provocations: {
    subscriptionNotFound: nobodys,
    businessInvalid: { parameters: { businessId: 799999 } },
  },
  invalid: wrongDryRun,
  foreign: {
    subscriptionId: foreignSubscription,
    businessId: foreignAccount('businessId', errors.businessInvalid),
  },
};
