/** Requests of list deliveries against the demo data. */
import type { Cases } from '../../contract/cases.ts';
import { DEMO, foreignSubscription, nobodys } from './demo.cases.ts';
import type { listDeliveries } from './list-deliveries.ts';

const none = { totalCount: 0, deliveries: [] };

export const listDeliveriesCases: Cases<typeof listDeliveries> = {
  parameters: { subscriptionId: DEMO.account },
  examples: [
    { summary: 'Nothing was sent yet', reply: none },
    {
      summary: 'A page of those that failed',
      parameters: { status: 'failed', startIndex: 0, pageSize: 10 },
      reply: none,
    },
  ],
  provocations: { subscriptionNotFound: nobodys },
  invalid: {
    parameters: { status: 'lost' },
    message: 'status must be one of pending, delivered, failed',
    violations: [{ pointer: '' }],
  },
  foreign: { subscriptionId: foreignSubscription },
};
