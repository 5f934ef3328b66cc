/** What the state of a webhook says of the next request: whether one may go, and under which lease. Pure, but for its choice. */
import { random } from '../../dynamodb/client/clock.ts';
import type { Item } from '../../dynamodb/table/attributes.ts';
import { FEWEST_OF_WEBHOOK, windowOf } from '../rules/fairness.ts';
import { PROBED_FROM } from '../rules/schedule.ts';
import { holderOf, leaseAttributes, type WebhookState, webhookStateFrom } from './webhook-state.ts';

/** Why nothing is sent now. */
export type Refusal =
  | { readonly refused: 'disabled' }
  /** So many requests are in flight that their number alone refuses another one. */
  | { readonly refused: 'full'; readonly inFlight: number }
  /** The webhook has another URL by now. */
  | { readonly refused: 'stale' }
  /**
   * A request is in flight until this time at most, in epoch milliseconds. `probing`: it hangs on it whether others wait.
   * `sending`: it is of this very delivery.
   */
  | { readonly refused: 'probing' | 'sending'; readonly until: number }
  /** `state.probeAt` is in the future. */
  | { readonly refused: 'behind'; readonly state: WebhookState };

const endOf = (item: Item | undefined, lease: string): number => Number(item?.[lease] ?? 0);

/** Whether a webhook takes requests now, by its state. */
export const standingOf = (item: Item | undefined, now: number): Refusal | undefined => {
  const state = item && webhookStateFrom(item);
  if (state?.disabledSince !== undefined) return { refused: 'disabled' };
  if (!state || state.failures < PROBED_FROM || (state.probeAt ?? 0) <= now) return undefined;
  const until = Math.max(...leaseAttributes.map((name) => endOf(item, name)));
  return until > now ? { refused: 'probing', until } : { refused: 'behind', state };
};

/** Before a lease that another copy of the message holds has ended, this one is not sent. */
export const heldBy = (item: Item | undefined, holder: string, now: number): number | undefined =>
  leaseAttributes
    .filter((name) => item?.[holderOf(name)] === holder)
    .map((name) => endOf(item, name))
    .find((end) => end >= now);

/**
 * The lease of a probe of this delivery that has ended without being given back: its function was cut off, and the probe has
 * shown nothing.
 */
export const cutOff = (item: Item | undefined, holder: string, now: number): string | undefined =>
  leaseAttributes.find((name) => item?.[holderOf(name)] === holder && endOf(item, name) < now);

/** A lease that may be taken, and how many are. */
export interface Place {
  readonly attribute: string;
  readonly inFlight: number;
  /** The credit without which it may not be taken, for one behind those that every webhook has. */
  readonly credit?: number;
  /** Whether it is of a probe that was cut off. */
  readonly wasCutOff?: boolean;
}

/** All leases are taken: so many requests are in flight. */
export interface Full {
  readonly attribute?: undefined;
  readonly inFlight: number;
}

/** The lease to take next, or how many requests are in flight where all are taken. */
export const placeIn = (item: Item | undefined, now: number, most: number): Place | Full => {
  const isFree = (name: string): boolean => endOf(item, name) < now;
  const busy = leaseAttributes.filter((name) => !isFree(name)).length;
  const window = windowOf(Number(item?.credit ?? 0), most);
  if (busy >= window) return { inFlight: busy };
  // The first of these that is free: its place says how many others there are.
  const first = leaseAttributes.slice(0, FEWEST_OF_WEBHOOK).findIndex(isFree);
  if (first >= 0) return { attribute: leaseAttributes[first]!, inFlight: first };
  // Of the others any, as many functions look at the same time.
  const others = leaseAttributes.slice(FEWEST_OF_WEBHOOK, window).filter(isFree);
  const attribute = others[Math.floor(random.fraction() * others.length)];
  if (!attribute) return { inFlight: busy };
  return { attribute, inFlight: busy, credit: leaseAttributes.indexOf(attribute) - FEWEST_OF_WEBHOOK };
};
