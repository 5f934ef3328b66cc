/** Requests of list deliveries against the demo data. */
import type { Cases } from '../../contract/cases.ts';
import { type Attempt, type Delivery, deliveryId, deliveryItem } from '../repository/delivery.ts';
import { DEMO, demoWebhook, foreignSubscription, nobodys } from './demo.cases.ts';
import type { listDeliveries } from './list-deliveries.ts';

const HOUR = 3_600_000;

const delivery = {
  id: 'dlv_1790000000000_4be1a874356f0d2c',
  event: 'USER_INVITED',
  webhookId: demoWebhook.id,
  status: 'failed',
  attempts: [{ at: '2026-09-21T14:13:22.000Z', status: null, error: 'forbidden address', milliseconds: 0 }],
  nextAttemptAt: null,
};

/** A delivery of the demo's subscription that failed an hour ago. */
const stored = (now: number): Delivery => {
  const eventId = 'evt_0f1e2d3c4b5a69788796a5b4c3';
  const { event, webhookId, attempts } = delivery;
  return {
    id: deliveryId(now - HOUR, eventId, webhookId),
    partnerId: 'orchard',
    accountNumber: 700100,
    subscriptionId: DEMO.account,
    webhookId,
    event,
    eventId,
    body: '{}',
    status: 'failed',
    attempts: attempts.map(({ at, error, milliseconds }): Attempt => ({ at, error, milliseconds })),
    turn: 1,
    tries: 1,
  };
};

export const listDeliveriesCases: Cases<typeof listDeliveries> = {
  parameters: { subscriptionId: DEMO.account },
  items: (now) => [deliveryItem(stored(now))],
  examples: [
    {
      summary: 'Sent and pending deliveries',
      reply: { totalCount: 1, deliveries: [delivery] },
      varies: ['totalCount', 'deliveries'],
    },
    {
      summary: 'A page of delivered ones',
      parameters: { status: 'delivered', startIndex: 0, pageSize: 10 },
      reply: { totalCount: 0, deliveries: [] },
    },
  ],
  provocations: { subscriptionNotFound: nobodys },
  invalid: {
    parameters: { status: 'lost' },
    message: 'status must be one of pending, delivered, failed',
    violations: [{ pointer: '', parameter: 'status' }],
  },
  foreign: { subscriptionId: foreignSubscription },
};
