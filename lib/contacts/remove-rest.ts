/**
 * Removes what a deleted contact has left: its activity, and what other entities have of it (`removal.withContact`); all on
 * condition that the contact is still deleted. It can be interrupted and restarted at any time.
 */

import { MOST_ACTIONS } from '../dynamodb/client/call.ts';
import { chunksOf } from '../dynamodb/client/concurrency.ts';
import type { Sweep } from '../dynamodb/stream/roles.ts';
import { stillGone } from '../dynamodb/stream/tombstones.ts';
import type { Item } from '../dynamodb/table/attributes.ts';
import type { Entity } from '../dynamodb/table/entity.ts';
import type { ContactName } from '../dynamodb/table/erasure.ts';
import type { PartnerStore } from '../dynamodb/table/partner-store.ts';
import { deletionOf, keyOf } from '../dynamodb/writes/dependent-items.ts';
import { ACTIVITY_PREFIX } from './repository/activity.ts';

interface SweepOptions {
  readonly entities: readonly Entity[];
  /** Whether there is time to go on. */
  readonly hasTime: () => boolean;
}

const removeActivity = async (
  { table }: PartnerStore,
  tombstone: Item,
  { hasTime }: Pick<SweepOptions, 'hasTime'>,
): Promise<Sweep> => {
  const key = keyOf(tombstone);
  const condition = stillGone(key, tombstone.p0);
  const pages = table.query({
    KeyConditionExpression: 'pk = :pk AND begins_with(sk, :prefix)',
    ExpressionAttributeValues: { ':pk': key.pk, ':prefix': ACTIVITY_PREFIX },
    ProjectionExpression: 'pk, sk',
    // Includes what was written just before the deletion.
    ConsistentRead: true,
  });
  for await (const page of pages) {
    // One of the actions is the condition.
    for (const items of chunksOf(page, MOST_ACTIONS - 1)) {
      if (await table.transact([condition, ...items.map(deletionOf)])) return 'back';
      if (!hasTime()) return 'more';
    }
  }
  return 'done';
};

/** Each entity's own items, set after set. */
const removeDependents = async (
  store: PartnerStore,
  tombstone: Item,
  { entities, hasTime }: SweepOptions,
): Promise<Sweep> => {
  const condition = stillGone(keyOf(tombstone), tombstone.p0);
  const { partnerId, accountNumber, contactId } = tombstone as unknown as ContactName;
  let outcome: Sweep = 'done';
  for (const { removal } of entities) {
    for await (const actions of removal.withContact?.(store, { partnerId, accountNumber, contactId }) ?? []) {
      const refused = await store.table.transact([condition, ...actions]);
      if (refused?.failed.has(0)) return 'back';
      // The others need not wait for what another request writes.
      if (refused) outcome = 'more';
      if (!hasTime()) return 'more';
    }
  }
  return outcome;
};

/** Removes the remaining items of a deleted contact, as far as time allows. */
export const removeRest = async (store: PartnerStore, tombstone: Item, options: SweepOptions): Promise<Sweep> => {
  const outcome = await removeDependents(store, tombstone, options);
  return outcome === 'done' ? removeActivity(store, tombstone, options) : outcome;
};
