/**
 * Requests in flight for a webhook: five at once and up to fifty of one that answers well, each under a lease that ends by
 * itself where its function does. The same item counts what failed in a row, of the URL that the webhook has now.
 */

import { clock, random } from '../../dynamodb/client/clock.ts';
import { isRefused } from '../../dynamodb/client/outcomes.ts';
import type { Item } from '../../dynamodb/table/attributes.ts';
import { ITEM_VERSION } from '../../dynamodb/table/entity.ts';
import { expiryAfter } from '../../dynamodb/table/expiry.ts';
import type { Table } from '../../dynamodb/table/table.ts';
import { updateOrRefusal } from '../../dynamodb/writes/update-unmarked.ts';
import { FEWEST_OF_WEBHOOK, LEASE_MILLISECONDS, MOST_OF_WEBHOOK, windowOf } from '../rules/fairness.ts';
import { PROBED_FROM, probeWait } from '../rules/schedule.ts';
import type { DeliveryMessage } from './delivery.ts';
import { type Lease, leaseReturns, OF_TARGET } from './lease-returns.ts';
import {
  failureAttributes,
  holderOf,
  isOther,
  leaseAttributes,
  type WebhookState,
  webhookStateFrom,
  webhookStateKey,
} from './webhook-state.ts';

/** Longer than any delivery is tried: what is left of a webhook that is gone goes away by itself. */
const KEPT_SECONDS = 60 * 24 * 3600;

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

/** The URL for which a lease is taken. */
export interface Target {
  readonly target: string;
  /** The mark of the subscription that was read: which of two URLs is the later one. */
  readonly mark: string;
}

const endOf = (item: Item | undefined, lease: string): number => Number(item?.[lease] ?? 0);

/** Whether a webhook takes requests now, by its state. */
const standingOf = (item: Item | undefined, now: number): Refusal | undefined => {
  const state = item && webhookStateFrom(item);
  if (state?.disabledSince !== undefined) return { refused: 'disabled' };
  if (!state || state.failures < PROBED_FROM || (state.probeAt ?? 0) <= now) return undefined;
  const until = Math.max(...leaseAttributes.map((name) => endOf(item, name)));
  return until > now ? { refused: 'probing', until } : { refused: 'behind', state };
};

/** Before a lease that another copy of the message holds has ended, this one is not sent. */
const heldBy = (item: Item | undefined, holder: string, now: number): number | undefined =>
  leaseAttributes
    .filter((name) => item?.[holderOf(name)] === holder)
    .map((name) => endOf(item, name))
    .find((end) => end >= now);

/** A lease that may be taken, and how many are. */
interface Place {
  readonly attribute: string;
  readonly inFlight: number;
  /** The credit without which it may not be taken, for one behind those that every webhook has. */
  readonly credit?: number;
}

/** The lease to take next, or how many requests are in flight where all are taken. */
const placeIn = (item: Item | undefined, now: number, most: number): Place | { readonly inFlight: number } => {
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

/** @param most - how many requests may be in flight at most, however well the webhook answers */
export const leases = (
  table: Table,
  { partnerId, subscriptionId, webhookId, deliveryId }: DeliveryMessage,
  { target, mark }: Target,
  most = MOST_OF_WEBHOOK,
) => {
  const Key = webhookStateKey(partnerId, subscriptionId, webhookId);

  /** @returns the item under the lease, or the one that was in its way */
  const takeOne = async ({ attribute, credit }: Place, now: number, found: Item | undefined) => {
    const isNew = isOther(found, target);
    const failures = isNew ? 0 : Number(found?.failures ?? 0);
    const isProbe = failures >= PROBED_FROM;
    const set = [
      `${attribute} = :until, ${holderOf(attribute)} = :holder, #type = :type, v = :v, partnerId = :partner`,
      'subscriptionId = :subscription, webhookId = :webhook, expiresAtSeconds = :expires',
      isNew
        ? 'target = :target, targetMark = :mark'
        : 'target = if_not_exists(target, :target), targetMark = if_not_exists(targetMark, :mark)',
      ...(isProbe ? ['probeAt = :probe'] : []),
    ];
    const conditions = [
      `(attribute_not_exists(${attribute}) OR ${attribute} < :now)`,
      // It may have failed since it was read.
      ...(credit === undefined ? [] : ['credit > :credit']),
      ...leaseAttributes.map((name) => `NOT (${holderOf(name)} = :holder AND ${name} >= :now)`),
      ...(isNew
        ? ['target <> :target AND targetMark < :mark']
        : [
            OF_TARGET,
            'attribute_not_exists(disabledSince)',
            // As many failures as were read: what was checked by them holds.
            isProbe
              ? 'failures = :failures AND (attribute_not_exists(probeAt) OR probeAt <= :now)'
              : '(attribute_not_exists(failures) OR failures < :from)',
          ]),
    ];
    const until = now + LEASE_MILLISECONDS;
    const update = {
      Key,
      UpdateExpression: `SET ${set.join(', ')}${isNew ? ` REMOVE ${failureAttributes.join(', ')}, lastMilliseconds, credit` : ''}`,
      ConditionExpression: conditions.join(' AND '),
      ExpressionAttributeNames: { '#type': 'type' },
      ExpressionAttributeValues: {
        ':until': until,
        ':holder': deliveryId,
        ':now': now,
        ':type': 'webhookState',
        ':v': ITEM_VERSION,
        ':partner': partnerId,
        ':subscription': subscriptionId,
        ':webhook': webhookId,
        ':expires': expiryAfter(KEPT_SECONDS),
        ':target': target,
        ':mark': mark,
        ...(credit !== undefined && { ':credit': credit }),
        ...(isProbe && { ':failures': failures, ':probe': now + probeWait(failures) }),
        ...(!isProbe && !isNew && { ':from': PROBED_FROM }),
      },
    };
    const isOwn = (each: Item) => each[holderOf(attribute)] === deliveryId && each[attribute] === until;
    return updateOrRefusal(table, update, isOwn);
  };

  return {
    ...leaseReturns(table, Key, target),

    /**
     * Takes one, or says why not. One call, more where others come between.
     *
     * @param mayTake - whether the partner has a place for a request, where the webhook has so many in flight
     */
    take: async (found: Item | undefined, mayTake: (inFlight: number) => boolean): Promise<Lease | Refusal> => {
      let item = found;
      for (let round = 0; round <= leaseAttributes.length; round++) {
        const now = clock.now();
        if (isOther(item, target) && String(item!.targetMark) >= mark) return { refused: 'stale' };
        const standing = isOther(item, target) ? undefined : standingOf(item, now);
        if (standing) return standing;
        const held = heldBy(item, deliveryId, now);
        if (held !== undefined) return { refused: 'sending', until: held };
        // What is said of another URL is no reason to send more to this one.
        const place = placeIn(isOther(item, target) ? { ...item, credit: 0 } : item, now, most);
        const { inFlight } = place;
        if (!('attribute' in place) || !mayTake(inFlight)) return { refused: 'full', inFlight };
        const { attribute } = place;
        const outcome = await takeOne(place, now, item);
        if (!isRefused(outcome))
          return { attribute, inFlight, until: Number(outcome[attribute]), state: webhookStateFrom(outcome) };
        item = outcome.item;
      }
      return { refused: 'full', inFlight: leaseAttributes.length };
    },
  };
};
