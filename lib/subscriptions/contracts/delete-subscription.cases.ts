/** Requests of delete subscription against the demo data. */
import type { Cases } from '../../contract/cases.ts';
import type { deleteSubscription } from './delete-subscription.ts';
import { DEMO, foreignSubscription, nobodys, wrongDryRun } from './demo.cases.ts';

const reply = { message: 'Unsubscribed' };

export const deleteSubscriptionCases: Cases<typeof deleteSubscription> = {
  parameters: { subscriptionId: DEMO.other },
  examples: [
    { summary: 'The subscription of an account', reply },
    { summary: 'One of a location', parameters: { subscriptionId: DEMO.location }, reply },
  ],
  provocations: { subscriptionNotFound: nobodys },
  invalid: wrongDryRun,
  foreign: { subscriptionId: foreignSubscription },
};
