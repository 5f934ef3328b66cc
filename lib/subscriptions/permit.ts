/** Permission for one request: a lease of its webhook and one of its partner. */
import { clock, random } from '../dynamodb/client/clock.ts';
import { allEnded } from '../dynamodb/client/concurrency.ts';
import type { Item } from '../dynamodb/table/attributes.ts';
import type { Table } from '../dynamodb/table/table.ts';
import { newestMark } from '../dynamodb/writes/marks.ts';
import { named } from '../partners/repository/account.ts';
import type { DeliveryMessage } from './repository/delivery.ts';
import type { Refusal } from './repository/lease-places.ts';
import { type LeaseLimits, leases } from './repository/leases.ts';
import { partnerRequests, partnerRequestsKey } from './repository/partner-requests.ts';
import type { StoredSubscription, Webhook } from './repository/subscription.ts';
import { targetOf, type WebhookState, webhookStateFrom, webhookStateKey } from './repository/webhook-state.ts';
import { type Full, isQuick, LOOKING_MILLISECONDS, lookAfter } from './rules/fairness.ts';
import type { Disabling } from './rules/schedule.ts';

/** What the table says of requests in flight. */
export interface InFlight {
  readonly state: Item | undefined;
  readonly requests: Item | undefined;
}

export interface Permit {
  readonly state: WebhookState;
  /** Gives it back, and notes how the request has ended. */
  succeeded(milliseconds: number): Promise<unknown>;
  /** @returns whether nothing is sent any more by `disabling`: not if it was enabled or has another URL since */
  failed(milliseconds: number, disabling?: Disabling): Promise<boolean>;
  /** Gives it back, and notes nothing. */
  release(): Promise<unknown>;
}

/** Why nothing is sent now. */
export type Refused = Exclude<Refusal, { refused: 'full' }> | { readonly refused: 'full'; readonly of: Full };

const requestsFor = ({ channel }: DeliveryMessage) => (channel === undefined ? 'REQUESTS' : 'JOBS');

export const inFlightKeys = (message: DeliveryMessage) => ({
  state: webhookStateKey(message.partnerId, message.subscriptionId, message.webhookId),
  requests: partnerRequestsKey(message.partnerId, requestsFor(message)),
});

export interface Asked {
  readonly message: DeliveryMessage;
  readonly subscription: StoredSubscription;
  readonly webhook: Webhook;
  /** How many requests of the partner may be in flight. */
  readonly mostOfPartner: number;
  /** Those of webhooks if left out. */
  readonly limits?: LeaseLimits;
}

const lastMillisecondsIn = (state: InFlight['state']): number | undefined =>
  state && webhookStateFrom(state).lastMilliseconds;

/**
 * Asks for permission. Where a webhook that answers quickly has as many requests in flight as it may, one of them ends
 * soon: it is looked again a few times, within a second.
 *
 * @param found - as it was read
 */
export const permitFor = async (
  table: Table,
  { message, subscription, webhook, mostOfPartner, limits }: Asked,
  found: InFlight,
): Promise<Permit | Refused> => {
  const target = { target: targetOf(webhook.url), mark: newestMark(subscription.item) };
  const ofWebhook = leases(table, message, target, limits);

  /** A first request waits for its partner, a further one for those before it. */
  const full = (inFlight: number): Refused => ({ refused: 'full', of: inFlight > 0 ? 'webhook' : 'partner' });

  const takeBoth = async ({ state, requests }: InFlight): Promise<Permit | Refused> => {
    const last = lastMillisecondsIn(state);
    const ofPartner = partnerRequests(table, message.partnerId, mostOfPartner, requestsFor(message), last);
    const own = await ofWebhook.take(state, (inFlight) => ofPartner.hasFree(requests, inFlight));
    if ('refused' in own) return own.refused === 'full' ? full(own.inFlight) : own;
    const partners = await ofPartner.take(requests, own.inFlight);
    if (!partners) {
      await ofWebhook.release(own);
      return full(own.inFlight);
    }
    const returning = async <T>(work: Promise<T>): Promise<T> =>
      (await allEnded([work, ofPartner.release(partners)]))[0];
    return {
      state: own.state,
      succeeded: (milliseconds) => returning(ofWebhook.succeeded(own, milliseconds)),
      failed: (milliseconds, disabling) => returning(ofWebhook.failed(own, milliseconds, disabling)),
      release: () => returning(ofWebhook.release(own)),
    };
  };

  let inFlight = found;
  const end = clock.now() + LOOKING_MILLISECONDS;
  for (let looks = 0; ; looks++) {
    const answer = await takeBoth(inFlight);
    const isSoonFree = 'refused' in answer && answer.refused === 'full' && answer.of === 'webhook';
    if (!isSoonFree || !isQuick(lastMillisecondsIn(inFlight.state))) return answer;
    const left = end - clock.now();
    if (left <= 0) return { refused: 'full', of: 'quick webhook' };
    await clock.pause(Math.min(left, lookAfter(looks, random.fraction())));
    const keys = inFlightKeys(message);
    inFlight = named(await table.batchGet(Object.values(keys)), keys);
  }
};
