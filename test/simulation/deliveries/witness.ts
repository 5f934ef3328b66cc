/**
 * What is promised of deliveries: seen of each write and each request while a schedule runs, and of what is left at its end.
 * No request begins more than 5 seconds after its URL was replaced, and none while another one of its delivery is in flight.
 */
import type { Item } from '../../../lib/dynamodb/table/attributes.ts';
import { deliveryFrom } from '../../../lib/subscriptions/repository/delivery.ts';
import { type Subscription, subscriptionFrom } from '../../../lib/subscriptions/repository/subscription.ts';
import { isOther, targetOf, webhookStateFrom } from '../../../lib/subscriptions/repository/webhook-state.ts';
import { SECOND } from '../jobs/names.ts';
import type { Changed } from '../store.ts';
import type { World } from '../world.ts';
import { hostOf, MOST_WAIT } from './names.ts';

/** What was read is acted on for so long; clocks show full milliseconds. */
const UNDER_WAY = 5 * SECOND + 1;

/** @param subscription - as it is when the schedule begins */
export const createWitness = (world: World, subscription: Subscription) => {
  const { clock } = world;
  const wrong: string[] = [];
  /** The URLs of webhooks by their ids, and since when a URL is that of none. */
  const urls = new Map(subscription.webhooks.map(({ id, url }) => [id, url]));
  const replacedAt = new Map<string, number>();
  /** When the last request began of each delivery whose answer has not come. */
  const inFlightSince = new Map<string, number>();
  /** What was answered with success. */
  const received = new Set<string>();
  /** URLs that answer 410. */
  const gone = new Set<string>();
  const nameOf = (eventId: string, url: string) => `${eventId} at ${hostOf(url)}`;
  const break_ = (text: string) => {
    wrong.push(text);
    world.note(`*** ${text}`);
  };

  const seeSubscription = (after: Item) => {
    for (const { id, url } of subscriptionFrom(after).webhooks) {
      const before = urls.get(id)!;
      if (before === url) continue;
      world.note(`${before} is replaced by ${url}`);
      replacedAt.set(before, clock.now());
      replacedAt.delete(url);
      urls.set(id, url);
    }
  };
  const checkBegin = (eventId: string, url: string) => {
    const name = nameOf(eventId, url);
    const [replaced, since] = [replacedAt.get(url), inFlightSince.get(name)];
    const now = clock.now();
    if (replaced !== undefined && now > replaced + UNDER_WAY)
      break_(`${name} is sent to ${url} ${Math.round(now - replaced)} ms after that was replaced`);
    if (since !== undefined && now < since + MOST_WAIT)
      break_(`${name} is twice in flight, ${Math.round(now - since)} ms apart`);
    inFlightSince.set(name, now);
  };

  const checkDelivery = (item: Item) => {
    const { eventId, webhookId, status, turn, tries } = deliveryFrom(item);
    const name = nameOf(eventId, urls.get(webhookId)!);
    if (status === 'pending') break_(`${name} is pending for ever, in turn ${turn} after ${tries} tries`);
    if (status === 'delivered' && !received.has(name)) break_(`${name} is delivered, and was not received`);
  };
  const checkState = (item: Item) => {
    const { webhookId, disabledSince, disabledReason } = webhookStateFrom(item);
    const url = urls.get(webhookId)!;
    if (disabledSince !== undefined && !isOther(item, targetOf(url)) && !gone.has(url))
      break_(`the webhook of ${url} is disabled by another URL: ${disabledReason}`);
  };
  const checks: Readonly<Record<string, (item: Item) => void>> = {
    delivery: checkDelivery,
    due: ({ sk }) => break_(`a due item is left: ${sk}`),
    webhookState: checkState,
  };

  return {
    gone,
    see({ after }: Changed): void {
      if (after?.type === 'subscription') seeSubscription(after as Item);
    },
    /** A request is handed over to a URL now. */
    begins: checkBegin,
    /** Its answer is there, or its time is over. */
    ends: (eventId: string, url: string): void => void inFlightSince.delete(nameOf(eventId, url)),
    receives: (eventId: string, url: string): void => void received.add(nameOf(eventId, url)),
    /** What was promised and is not so, once the schedule is over. */
    brokenPromises(items: Iterable<Item>): readonly string[] {
      for (const item of items) checks[String(item.type)]?.(item);
      return wrong;
    },
  };
};
export type Witness = ReturnType<typeof createWitness>;
