/** Requests of delete subscription against the demo data. */
import type { Cases } from '../../contract/cases.ts';
import type { deleteSubscription } from './delete-subscription.ts';
import { DEMO, foreignSubscription, nobodys, wrongDryRun } from './demo.cases.ts';

export const deleteSubscriptionCases: Cases<typeof deleteSubscription> = {
  parameters: { subscriptionId: DEMO.location },
  examples: [{ summary: 'The subscription of a location', reply: { message: 'Unsubscribed' } }],
  provocations: { subscriptionNotFound: nobodys },
  invalid: wrongDryRun,
  foreign: { subscriptionId: foreignSubscription },
};
