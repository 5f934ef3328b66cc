/** How leases of requests to a webhook are given back, and what is noted of the request then. */

import { clock } from '../../dynamodb/client/clock.ts';
import { isRefused } from '../../dynamodb/client/outcomes.ts';
import type { Item } from '../../dynamodb/table/attributes.ts';
import type { Key } from '../../dynamodb/table/keys.ts';
import type { Table } from '../../dynamodb/table/table.ts';
import { creditAfterFailure, earns, isQuick } from '../rules/fairness.ts';
import { PROBED_FROM, probeWait } from '../rules/schedule.ts';
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

/** @param target - what the URL is known by for which the leases were taken */
export const leaseReturns = (table: Table, Key: Key, target: string) => {
  const removing = (attribute: string) => `${attribute}, ${holderOf(attribute)}`;

  /** Gives a lease back and says nothing else: what there was to say is of another URL, or of none. */
  const release = async ({ attribute, until }: Pick<Lease, 'attribute' | 'until'>): Promise<void> => {
    await table.update({
      Key,
      UpdateExpression: `REMOVE ${removing(attribute)}`,
      ConditionExpression: `${attribute} = :until`,
      ExpressionAttributeValues: { ':until': until },
    });
  };

  return {
    release,

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

    /**
     * Gives a lease back after a request that failed, and counts it.
     *
     * @param disabledFor - why nothing is sent any more, where that follows
     */
    failed: async (lease: Lease, milliseconds: number, disabledFor: string | undefined): Promise<void> => {
      const { attribute, until } = lease;
      const now = clock.now();
      const disables = disabledFor !== undefined;
      const sets = [
        'failures = if_not_exists(failures, :zero) + :one',
        'failingSince = if_not_exists(failingSince, :now)',
        'lastMilliseconds = :took',
        'credit = :credit',
        ...(disables ? ['disabledSince = :since', 'disabledReason = :reason'] : []),
      ];
      // What is disabled stays so until it is enabled.
      const removes = disables ? ['expiresAtSeconds'] : [];
      const count = (freed: readonly string[], condition: string, more: Item) =>
        table.update({
          Key,
          UpdateExpression: [
            `SET ${sets.join(', ')}`,
            ...(removes.length + freed.length > 0 ? [`REMOVE ${[...removes, ...freed].join(', ')}`] : []),
          ].join(' '),
          ConditionExpression: `${condition} AND ${OF_TARGET}`,
          ExpressionAttributeValues: {
            ':zero': 0,
            ':one': 1,
            ':now': now,
            ':took': milliseconds,
            ':credit': creditAfterFailure(lease.state.credit ?? 0),
            ':target': target,
            ...(disables && { ':since': new Date(now).toISOString(), ':reason': disabledFor }),
            ...more,
          },
        });
      let outcome = await count([removing(attribute)], `${attribute} = :until`, { ':until': until });
      if (isRefused(outcome) && isOther(outcome.item, target)) return release(lease);
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
