/**
 * Requests in flight for a webhook: five at once and up to fifty of one that answers well, each under a lease that ends by
 * itself where its function does. The same item counts what failed in a row, of the URL that the webhook has now.
 */

import { clock } from '../../dynamodb/client/clock.ts';
import { isRefused } from '../../dynamodb/client/outcomes.ts';
import type { Item } from '../../dynamodb/table/attributes.ts';
import { ITEM_VERSION } from '../../dynamodb/table/entity.ts';
import { expiryAfter } from '../../dynamodb/table/expiry.ts';
import type { Table } from '../../dynamodb/table/table.ts';
import { updateOrRefusal } from '../../dynamodb/writes/update-unmarked.ts';
import { LEASE_MILLISECONDS, MOST_OF_WEBHOOK } from '../rules/fairness.ts';
import { PROBED_FROM, probeWait, WAITS } from '../rules/schedule.ts';
import type { DeliveryMessage } from './delivery.ts';
import { cutOff, type Full, heldBy, type Place, placeIn, type Refusal, standingOf } from './lease-places.ts';
import { type Lease, leaseReturns, OF_TARGET } from './lease-returns.ts';
import {
  failureAttributes,
  holderOf,
  isOther,
  leaseAttributes,
  webhookStateFrom,
  webhookStateKey,
} from './webhook-state.ts';

/** Longer than any delivery is tried: what is left of a webhook that is gone goes away by itself. */
const KEPT_SECONDS = 60 * 24 * 3600;

/** The URL for which a lease is taken. */
export interface Target {
  readonly target: string;
  /** The mark of the subscription that was read: which of two URLs is the later one. */
  readonly mark: string;
}

export interface LeaseLimits {
  /** How many requests may be in flight at most, however well the webhook answers. */
  readonly most?: number | undefined;
  /** Milliseconds between the probes of what fails. */
  readonly probeWaits?: readonly number[] | undefined;
}

export const leases = (
  table: Table,
  { partnerId, subscriptionId, webhookId, deliveryId }: DeliveryMessage,
  { target, mark }: Target,
  { most = MOST_OF_WEBHOOK, probeWaits = WAITS }: LeaseLimits = {},
) => {
  const Key = webhookStateKey(partnerId, subscriptionId, webhookId);

  /** @returns the item under the lease, or the one that was in its way */
  const takeOne = async ({ attribute, credit, wasCutOff = false }: Place, now: number, found: Item | undefined) => {
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
              ? `failures = :failures AND (attribute_not_exists(probeAt) OR probeAt <= :now${wasCutOff ? ' OR probeAt = :cut' : ''})`
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
        ...(isProbe && { ':failures': failures, ':probe': now + probeWait(failures, probeWaits) }),
        ...(isProbe && wasCutOff && { ':cut': found?.probeAt }),
        ...(!isProbe && !isNew && { ':from': PROBED_FROM }),
      },
    };
    const isOwn = (each: Item) => each[holderOf(attribute)] === deliveryId && each[attribute] === until;
    return updateOrRefusal(table, update, isOwn);
  };

  return {
    ...leaseReturns(table, Key, { target, probeWaits }),

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
        const cut = standing?.refused === 'behind' ? cutOff(item, deliveryId, now) : undefined;
        if (standing && cut === undefined) return standing;
        const held = heldBy(item, deliveryId, now);
        if (held !== undefined) return { refused: 'sending', until: held };
        // What is said of another URL is no reason to send more to this one.
        const place: Place | Full =
          cut === undefined
            ? placeIn(isOther(item, target) ? { ...item, credit: 0 } : item, now, most)
            : { attribute: cut, inFlight: 0, wasCutOff: true };
        const { attribute, inFlight } = place;
        if (attribute === undefined || !mayTake(inFlight)) return { refused: 'full', inFlight };
        const outcome = await takeOne(place, now, item);
        if (!isRefused(outcome))
          return { attribute, inFlight, until: Number(outcome[attribute]), state: webhookStateFrom(outcome) };
        item = outcome.item;
      }
      return { refused: 'full', inFlight: leaseAttributes.length };
    },
  };
};
