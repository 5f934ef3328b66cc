/** Requests of replay against the demo data. */
import type { Cases } from '../../contract/cases.ts';
import { DEMO, foreignSubscription, nobodys } from './demo.cases.ts';
import type { replay } from './replay.ts';

const everything = { from: 0 };
const none = { replayed: 0, remaining: 0 };

export const replayCases: Cases<typeof replay> = {
  parameters: { subscriptionId: DEMO.account },
  examples: [
    { summary: 'All failed deliveries of a day', body: { from: 1790000000000, to: 1790086400000 }, reply: none },
    {
      summary: 'All failed deliveries',
      body: everything,
      reply: { replayed: 1, remaining: 0 },
      varies: ['replayed'],
    },
    {
      summary: 'One delivery, whose id is unknown',
      body: { deliveryIds: ['dlv_1790000000000_4be1a874356f0d2c'] },
      reply: none,
    },
  ],
  provocations: { subscriptionNotFound: nobodys },
  invalid: {
    body: { from: 1790086400000, to: 1790000000000 },
    message: 'to must not be before from',
    violations: [{ pointer: '/to' }],
  },
  foreign: {
    subscriptionId: {
      ...foreignSubscription,
      foreign: { ...foreignSubscription.foreign, body: everything },
      absent: { ...nobodys, body: everything },
    },
  },
};
