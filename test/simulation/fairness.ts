/** The world of events: deliveries of several partners by the functions that are deployed, in simulated time. */
import type { Call, KeysOfTable } from '../../lib/dynamodb/client/call.ts';
import { tableOf } from '../../lib/dynamodb/table/table.ts';
import type { Queue } from '../../lib/queue/client.ts';
import { deliver } from '../../lib/subscriptions/deliver.ts';
import { messageFrom, sendNow } from '../../lib/subscriptions/outbox.ts';
import { type Delivery, deliveryId, deliveryItem } from '../../lib/subscriptions/repository/delivery.ts';
import { messageOf } from '../../lib/subscriptions/repository/delivery-writes.ts';
import { secretsItem } from '../../lib/subscriptions/repository/secrets.ts';
import {
  drawSubscriptionId,
  drawWebhookId,
  subscriptionItem,
} from '../../lib/subscriptions/repository/subscription.ts';
import { createFairQueue } from '../../tools/local/queue/fair-queue.ts';
import { createNetwork, noFaults } from './network.ts';
import { createStore } from './store.ts';
import { createWorld } from './world.ts';

const SECOND = 1000;
const BATCH = 10;
/** So often the mapping looks for messages. */
const POLL_MILLISECONDS = 20;
const WEBHOOKS_OF_A_SUBSCRIPTION = 20;
const HEALTHY = 'healthy-next-to-loud';

interface Webhook {
  readonly partnerId: string;
  readonly subscriptionId: string;
  readonly webhookId: string;
}

export interface FairnessOptions {
  readonly seed: number;
  /** Webhooks of the loud partner, and how long they take to answer. */
  readonly loud: number;
  readonly answerMilliseconds: number;
  /** Events to each of them at once; one if left out. */
  readonly eventsEach?: number;
  /** The first request of the loud partner that is begun in this second of the time fails. */
  readonly failsIn?: number;
  /** Events at once, two seconds later, to a webhook of the loud partner that answers after 80 ms. */
  readonly healthyEvents?: number;
  /** That webhook has an event each second from the first on, before those of the slow ones. */
  readonly isHealthyKnown?: boolean;
  readonly quietPartners: number;
  /** How long it goes on; each quiet partner has an event every second. */
  readonly seconds: number;
  readonly mostOfPartner: number;
  /** How many batches are under way at once: `deliveriesAtOnce`. */
  readonly batches: number;
}

export interface Fairness {
  /** The most requests of the loud partner that were in flight at once. */
  readonly mostLoud: number;
  /** How many of its requests have ended. */
  readonly loudDone: number;
  /** The most of them that were begun while so many were in flight, by the second. */
  readonly mostEach: readonly number[];
  /** Milliseconds from each event of a quiet partner to its request. */
  readonly quietWaits: readonly number[];
  /** The same of the loud partner's healthy webhook. */
  readonly healthyWaits: readonly number[];
  /** The most reads of one item in a second. */
  readonly mostReads: number;
}

export const runFairness = async (options: FairnessOptions): Promise<Fairness> => {
  const { seed, loud, answerMilliseconds, quietPartners, seconds, mostOfPartner, batches: mostBatches } = options;
  const { eventsEach = 1, failsIn, healthyEvents = 0, isHealthyKnown = false } = options;
  const world = createWorld(seed);
  const { clock } = world;
  try {
    const store = createStore(clock.now);
    const reads = new Map<string, number>();
    const { call: sent } = createNetwork(world, store, noFaults);
    const call: Call = (operation, input, limits) => {
      const { RequestItems = {} } = input as { readonly RequestItems?: Readonly<Record<string, KeysOfTable>> };
      const second = Math.floor(clock.now() / SECOND);
      for (const key of operation === 'BatchGetItem' ? Object.values(RequestItems).flatMap(({ Keys }) => Keys) : []) {
        const read = `${second} ${JSON.stringify(key)}`;
        reads.set(read, (reads.get(read) ?? 0) + 1);
      }
      return sent(operation, input, limits);
    };
    const table = tableOf('events', call);
    const settings = { name: 'deliveries', visibilitySeconds: 150, delaySeconds: 0, retentionSeconds: 1_209_600 };
    const fair = createFairQueue(settings, () => undefined, clock.now);
    const queue: Queue = {
      async send(messages) {
        for (const each of messages) fair.send(each);
      },
      within: () => queue,
    };

    const subscribe = (partnerId: string, slot: number, count: number, host = partnerId): Webhook[] => {
      const subscriptionId = drawSubscriptionId(100, String(slot).padStart(2, '0'));
      const webhooks = Array.from({ length: count }, () => {
        const id = drawWebhookId();
        return { id, url: `https://${host}.example/${id}`, events: ['BUSINESS_UPDATED'] };
      });
      const createdAt = new Date(clock.now()).toISOString();
      const common = { partnerId, accountNumber: 100, businessId: 100 };
      store.seed(subscriptionItem({ id: subscriptionId, ...common, webhooks, createdAt }));
      store.seed(secretsItem(partnerId, subscriptionId, { secrets: [{ value: 'whsec_AAAA' }], auth: null }));
      return webhooks.map(({ id: webhookId }) => ({ partnerId, subscriptionId, webhookId }));
    };

    let events = 0;
    const begun = new Map<string, number>();
    /** An event to a webhook, as `route-events` leaves it. */
    const notify = (webhook: Webhook): Promise<void> => {
      const eventId = `evt_${++events}`;
      begun.set(eventId, clock.now());
      const delivery: Delivery = {
        id: deliveryId(clock.now(), eventId, webhook.webhookId),
        ...webhook,
        accountNumber: 100,
        event: 'BUSINESS_UPDATED',
        eventId,
        body: '{}',
        status: 'pending',
        attempts: [],
        turn: 1,
        tries: 0,
        nextAttemptAt: clock.now(),
      };
      store.seed(deliveryItem(delivery));
      return sendNow(queue, [messageOf(delivery)]);
    };

    let inFlight = 0;
    let mostLoud = 0;
    const startedAt = clock.now();
    const mostEach = Array.from({ length: seconds + 60 }, () => 0);
    let loudDone = 0;
    const quietWaits: number[] = [];
    const healthyWaits: number[] = [];
    const post = async ({ url, eventId }: { readonly url: string; readonly eventId: string }) => {
      if (url.startsWith('https://quiet')) {
        quietWaits.push(clock.now() - begun.get(eventId)!);
        await world.wait(100);
        return { status: 200, milliseconds: 100 };
      }
      if (url.startsWith(`https://${HEALTHY}.`)) {
        healthyWaits.push(clock.now() - begun.get(eventId)!);
        await world.wait(80);
        return { status: 200, milliseconds: 80 };
      }
      mostLoud = Math.max(mostLoud, ++inFlight);
      const second = Math.floor((clock.now() - startedAt) / SECOND);
      const isFailing = second === failsIn && mostEach[second] === 0;
      mostEach[second] = Math.max(mostEach[second] ?? 0, inFlight);
      await world.wait(answerMilliseconds);
      inFlight--;
      loudDone++;
      return { status: isFailing ? 500 : 200, milliseconds: answerMilliseconds };
    };

    const end = clock.now() + seconds * SECOND;
    const batches = new Set<Promise<unknown>>();
    const workOn = async (received: ReturnType<typeof fair.receive>) => {
      await Promise.all(
        received.map(({ body, receipts }) =>
          deliver(messageFrom(body), { table, queue, receipts, mostOfPartner, post }),
        ),
      );
      for (const { handle } of received) fair.remove(handle!);
    };
    const poll = async () => {
      while (clock.now() < end) {
        while (batches.size < mostBatches) {
          const received = fair.receive(BATCH);
          if (received.length === 0) break;
          const batch = workOn(received).finally(() => batches.delete(batch));
          batches.add(batch);
        }
        await world.wait(POLL_MILLISECONDS);
      }
      await Promise.all(batches);
    };
    const notifyAll = async () => {
      const [healthy] = healthyEvents > 0 ? subscribe('loud', 19, 1, HEALTHY) : [];
      if (healthy && isHealthyKnown) {
        await notify(healthy);
        await world.wait(SECOND);
      }
      for (let slot = 0; slot * WEBHOOKS_OF_A_SUBSCRIPTION < loud; slot++)
        for (const webhook of subscribe(
          'loud',
          slot,
          Math.min(WEBHOOKS_OF_A_SUBSCRIPTION, loud - slot * WEBHOOKS_OF_A_SUBSCRIPTION),
        ))
          for (let event = 0; event < eventsEach; event++) await notify(webhook);
      const quiet = Array.from({ length: quietPartners }, (_, index) => subscribe(`quiet${index}`, 0, 1));
      for (let second = 1; second < seconds; second++) {
        await world.wait(SECOND);
        const isTheirs = isHealthyKnown || second === 2;
        for (let event = 0; isTheirs && healthy && event < healthyEvents; event++) await notify(healthy);
        for (const [webhook] of quiet) await notify(webhook!);
      }
    };
    await clock.runUntil(Promise.all([notifyAll(), poll()]));
    return { mostLoud, loudDone, mostEach, quietWaits, healthyWaits, mostReads: Math.max(...reads.values()) };
  } finally {
    world.restore();
  }
};
