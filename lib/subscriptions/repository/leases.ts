/**
 * Requests in flight for a webhook: five at once, each under a lease that ends by itself where its function does. The same
 * item counts what failed in a row.
 */
import type { Item } from '../../dynamodb/attributes.ts';
import { ITEM_VERSION } from '../../dynamodb/entity.ts';
import { expiryAfter } from '../../dynamodb/expiry.ts';
import { isRefused } from '../../dynamodb/outcomes.ts';
import { sources } from '../../dynamodb/sources.ts';
import type { Table } from '../../dynamodb/table.ts';
import { PROBED_FROM, probeWait } from '../rules/schedule.ts';
import type { DeliveryMessage } from './delivery.ts';
import { leaseAttributes, type WebhookState, webhookStateFrom, webhookStateKey } from './webhook-state.ts';

/** Longer than a request and the writes behind it take. */
const LEASE_MILLISECONDS = 15_000;
/** Longer than any delivery is tried: what is left of a webhook that is gone goes away by itself. */
const KEPT_SECONDS = 60 * 24 * 3600;

export interface Lease {
  readonly attribute: string;
  /** Epoch milliseconds. */
  readonly until: number;
  /** As it is under the lease. */
  readonly state: WebhookState;
}

/** Why nothing is sent now. */
export type Refusal =
  | { readonly refused: 'disabled' | 'full' }
  /** A request is in flight on which it hangs whether others wait, until this time at most, in epoch milliseconds. */
  | { readonly refused: 'probing'; readonly until: number }
  /** `state.probeAt` is in the future. */
  | { readonly refused: 'behind'; readonly state: WebhookState };

/** Whether a webhook takes requests now, by its state. */
const standingOf = (item: Item | undefined, now: number): Refusal | undefined => {
  const state = item && webhookStateFrom(item);
  if (state?.disabledSince !== undefined) return { refused: 'disabled' };
  if (!state || state.failures < PROBED_FROM || (state.probeAt ?? 0) <= now) return undefined;
  const until = Math.max(...leaseAttributes.map((name) => Number(item[name] ?? 0)));
  return until > now ? { refused: 'probing', until } : { refused: 'behind', state };
};

const freeIn = (item: Item | undefined, now: number): readonly string[] =>
  leaseAttributes.filter((name) => Number(item?.[name] ?? 0) < now);

const THERE = 'attribute_exists(pk)';

const updateOf = (sets: readonly string[], removes: readonly string[]): string =>
  [`SET ${sets.join(', ')}`, ...(removes.length > 0 ? [`REMOVE ${removes.join(', ')}`] : [])].join(' ');

export const leases = (table: Table, { partnerId, subscriptionId, webhookId }: DeliveryMessage) => {
  const Key = webhookStateKey(partnerId, subscriptionId, webhookId);

  /** @returns the item under the lease, or the one that was in its way */
  const takeOne = async (attribute: string, now: number, failures: number) => {
    const isProbe = failures >= PROBED_FROM;
    const free = `(attribute_not_exists(${attribute}) OR ${attribute} < :now)`;
    // As many failures as were read: what was judged by them holds.
    const probe = isProbe
      ? 'failures = :failures AND (attribute_not_exists(probeAt) OR probeAt <= :now)'
      : '(attribute_not_exists(failures) OR failures < :from)';
    return table.update({
      Key,
      UpdateExpression: [
        `SET ${attribute} = :until, #type = :type, v = :v, partnerId = :partner, subscriptionId = :subscription`,
        `, webhookId = :webhook, expiresAtSeconds = :expires${isProbe ? ', probeAt = :probe' : ''}`,
      ].join(''),
      ConditionExpression: `${free} AND attribute_not_exists(disabledSince) AND ${probe}`,
      ExpressionAttributeNames: { '#type': 'type' },
      ExpressionAttributeValues: {
        ':until': now + LEASE_MILLISECONDS,
        ':now': now,
        ':type': 'webhookState',
        ':v': ITEM_VERSION,
        ':partner': partnerId,
        ':subscription': subscriptionId,
        ':webhook': webhookId,
        ':expires': expiryAfter(KEPT_SECONDS),
        ...(isProbe ? { ':failures': failures, ':probe': now + probeWait(failures) } : { ':from': PROBED_FROM }),
      },
    });
  };

  return {
    /** Takes one of the five, or says why not. One call, more where others come between. */
    take: async (found: Item | undefined): Promise<Lease | Refusal> => {
      let item = found;
      for (let round = 0; round <= leaseAttributes.length; round++) {
        const now = sources.now();
        const standing = standingOf(item, now);
        if (standing) return standing;
        const free = freeIn(item, now);
        const attribute = free[Math.floor(sources.random() * free.length)];
        if (!attribute) return { refused: 'full' };
        const outcome = await takeOne(attribute, now, Number(item?.failures ?? 0));
        if (!isRefused(outcome))
          return { attribute, until: Number(outcome[attribute]), state: webhookStateFrom(outcome) };
        item = outcome.item;
      }
      return { refused: 'full' };
    },

    /** Gives a lease back after a request that succeeded: nothing has failed in a row. */
    succeeded: async ({ attribute, until }: Lease): Promise<void> => {
      const reset = 'REMOVE failures, failingSince, probeAt';
      const outcome = await table.update({
        Key,
        UpdateExpression: `${reset}, ${attribute}`,
        ConditionExpression: `${attribute} = :until`,
        ExpressionAttributeValues: { ':until': until },
      });
      // It took longer than the lease, which is another's by now.
      if (isRefused(outcome) && outcome.item)
        await table.update({ Key, UpdateExpression: reset, ConditionExpression: THERE });
    },

    /**
     * Gives a lease back after a request that failed, and counts it.
     *
     * @param disabledFor - why nothing is sent any more, where that follows
     */
    failed: async ({ attribute, until }: Lease, disabledFor: string | undefined): Promise<void> => {
      const now = sources.now();
      const disables = disabledFor !== undefined;
      const sets = [
        'failures = if_not_exists(failures, :zero) + :one',
        'failingSince = if_not_exists(failingSince, :now)',
        ...(disables ? ['disabledSince = :since', 'disabledReason = :reason'] : []),
      ];
      // What is disabled stays so until it is enabled.
      const removes = disables ? ['expiresAtSeconds'] : [];
      const count = (freed: readonly string[], ConditionExpression: string, more: Item) =>
        table.update({
          Key,
          UpdateExpression: updateOf(sets, [...removes, ...freed]),
          ConditionExpression,
          ExpressionAttributeValues: {
            ':zero': 0,
            ':one': 1,
            ':now': now,
            ...(disables && { ':since': new Date(now).toISOString(), ':reason': disabledFor }),
            ...more,
          },
        });
      let outcome = await count([attribute], `${attribute} = :until`, { ':until': until });
      if (isRefused(outcome) && outcome.item) outcome = await count([], THERE, {});
      if (isRefused(outcome)) return;
      const { failures, probeAt } = webhookStateFrom(outcome);
      // A probe has said by its lease when the next one goes.
      if (failures < PROBED_FROM || probeAt !== undefined) return;
      await table.update({
        Key,
        UpdateExpression: 'SET probeAt = :probe',
        ConditionExpression: `${THERE} AND attribute_not_exists(probeAt)`,
        ExpressionAttributeValues: { ':probe': now + probeWait(failures) },
      });
    },
  };
};
