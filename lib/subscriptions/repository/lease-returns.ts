/** How leases of requests to a webhook are given back, and what is noted of the request then. */

import { clock } from '../../dynamodb/client/clock.ts';
import { isRefused } from '../../dynamodb/client/outcomes.ts';
import type { Item } from '../../dynamodb/table/attributes.ts';
import type { Key } from '../../dynamodb/table/keys.ts';
import type { Table } from '../../dynamodb/table/table.ts';
import { creditAfterFailure, earns, isQuick } from '../rules/fairness.ts';
import { type Disabling, PROBED_FROM, probeWait } from '../rules/schedule.ts';
import { holderOf, isOther, type WebhookState, webhookStateFrom } from './webhook-state.ts';

export interface Lease {
  readonly attribute: string;
  /** So many other requests of the webhook are in flight. */
  readonly inFlight: number;
  /** Epoch milliseconds. */
  readonly until: number;
  /** As it is under the lease. */
  readonly state: WebhookState;
}

const THERE = 'attribute_exists(pk)';
/** What is said of one URL must not be noted of another. */
export const OF_TARGET = '(attribute_not_exists(target) OR target = :target)';

interface Taken {
  /** What the URL is known by for which the leases were taken. */
  readonly target: string;
  readonly probeWaits: readonly number[];
}

export const leaseReturns = (table: Table, Key: Key, { target, probeWaits }: Taken) => {
  const removing = (attribute: string) => `${attribute}, ${holderOf(attribute)}`;

  /**
   * Gives a lease back and says nothing else: what there was to say is of another URL, or of none. A probe that has shown
   * nothing is due again.
   */
  const release = async ({ attribute, until, state: { probeAt } }: Lease): Promise<void> => {
    const update = {
      Key,
      UpdateExpression: `REMOVE ${removing(attribute)}`,
      ConditionExpression: `${attribute} = :until`,
      ExpressionAttributeValues: { ':until': until },
    };
    // Only under the lease of a probe the state has one.
    if (probeAt !== undefined) {
      const outcome = await table.update({
        Key,
        UpdateExpression: `SET probeAt = :now ${update.UpdateExpression}`,
        ConditionExpression: `${update.ConditionExpression} AND probeAt = :probe`,
        ExpressionAttributeValues: { ':until': until, ':now': clock.now(), ':probe': probeAt },
      });
      if (!isRefused(outcome)) return;
    }
    await table.update(update);
  };

  /**
   * Gives a lease back after a request that failed, and counts it.
   *
   * @param disabling - that nothing is sent any more, where that follows
   * @returns whether it is disabled by that: not if it was enabled or has another URL since
   */
  const failed = async (lease: Lease, milliseconds: number, disabling: Disabling | undefined): Promise<boolean> => {
    const { attribute, until } = lease;
    const now = clock.now();
    const since = disabling?.failingSince;
    const sets = [
      'failures = if_not_exists(failures, :zero) + :one',
      'failingSince = if_not_exists(failingSince, :now)',
      'lastMilliseconds = :took',
      'credit = :credit',
      ...(disabling ? ['disabledSince = :since', 'disabledReason = :reason'] : []),
    ];
    // What is disabled stays so until it is enabled.
    const removes = disabling ? ['expiresAtSeconds'] : [];
    const stands = (condition: string) =>
      since === undefined ? condition : `${condition} AND failingSince = :failing`;
    const count = (freed: readonly string[], condition: string, more: Item) =>
      table.update({
        Key,
        UpdateExpression: [
          `SET ${sets.join(', ')}`,
          ...(removes.length + freed.length > 0 ? [`REMOVE ${[...removes, ...freed].join(', ')}`] : []),
        ].join(' '),
        ConditionExpression: `${stands(condition)} AND ${OF_TARGET}`,
        ExpressionAttributeValues: {
          ':zero': 0,
          ':one': 1,
          ':now': now,
          ':took': milliseconds,
          ':credit': creditAfterFailure(lease.state.credit ?? 0),
          ':target': target,
          ...(disabling && { ':since': new Date(now).toISOString(), ':reason': disabling.reason }),
          ...(since !== undefined && { ':failing': since }),
          ...more,
        },
      });
    let outcome = await count([removing(attribute)], `${attribute} = :until`, { ':until': until });
    if (isRefused(outcome)) {
      const { item } = outcome;
      if (isOther(item, target)) {
        await release(lease);
        return false;
      }
      if (item && since !== undefined && item.failingSince !== since) return failed(lease, milliseconds, undefined);
      if (item) outcome = await count([], THERE, {});
    }
    if (isRefused(outcome)) return false;
    const { failures, probeAt } = webhookStateFrom(outcome);
    // A probe has said by its lease when the next one goes.
    if (failures >= PROBED_FROM && probeAt === undefined)
      await table.update({
        Key,
        UpdateExpression: 'SET probeAt = :probe',
        ConditionExpression: `${THERE} AND attribute_not_exists(probeAt)`,
        ExpressionAttributeValues: { ':probe': now + probeWait(failures, probeWaits) },
      });
    return disabling !== undefined;
  };

  return {
    release,
    failed,

    /** Gives a lease back after a request that succeeded: nothing has failed in a row. */
    succeeded: async (lease: Lease, milliseconds: number): Promise<void> => {
      const { attribute, until } = lease;
      const { credit = 0 } = lease.state;
      const sets = ['lastMilliseconds = :took'];
      const isSlow = !isQuick(milliseconds);
      // It falls back before it fails: a slow one holds what others could send.
      if (isSlow) sets.push('credit = :zero');
      else if (earns(credit, { inFlight: lease.inFlight, milliseconds }))
        sets.push('credit = if_not_exists(credit, :zero) + :one');
      const isEarning = sets.length > 1 && !isSlow;
      const reset = `SET ${sets.join(', ')} REMOVE failures, failingSince, probeAt`;
      const values = {
        ':took': milliseconds,
        ':target': target,
        ...(sets.length > 1 && { ':zero': 0 }),
        ...(isEarning && { ':one': 1 }),
      };
      const outcome = await table.update({
        Key,
        UpdateExpression: `${reset}, ${removing(attribute)}`,
        ConditionExpression: `${attribute} = :until AND ${OF_TARGET}`,
        ExpressionAttributeValues: { ...values, ':until': until },
      });
      if (!isRefused(outcome) || !outcome.item) return;
      if (isOther(outcome.item, target)) return release(lease);
      // It took longer than the lease, which is another's by now.
      await table.update({
        Key,
        UpdateExpression: reset,
        ConditionExpression: `${THERE} AND ${OF_TARGET}`,
        ExpressionAttributeValues: values,
      });
    },
  };
};
