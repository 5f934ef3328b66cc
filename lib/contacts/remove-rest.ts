/**
 * Removes what a deleted contact has left: its activity, and what other entities have of it (`removal.withContact`); all on
 * condition that the contact is still deleted. It can be interrupted and restarted at any time.
 */

import { MOST_ACTIONS } from '../dynamodb/client/call.ts';
import { chunksOf } from '../dynamodb/client/concurrency.ts';
import type { Sweep } from '../dynamodb/stream/roles.ts';
import { removeParts, stillGone } from '../dynamodb/stream/tombstones.ts';
import type { Item } from '../dynamodb/table/attributes.ts';
import type { Entity } from '../dynamodb/table/entity.ts';
import type { ContactName } from '../dynamodb/table/erasure.ts';
import type { PartnerStore } from '../dynamodb/table/partner-store.ts';
import { deletionOf, keyOf, lyingAt } from '../dynamodb/writes/dependent-items.ts';
import { ACTIVITY_PREFIX } from './repository/activity.ts';

interface SweepOptions {
  readonly entities: readonly Entity[];
  /** Whether there is time to go on. */
  readonly hasTime: () => boolean;
}

/** Its activity, as long as a transaction is: also what was written just before the deletion. */
const activityOf = async function* ({ table }: PartnerStore, { pk }: Item) {
  // One of the actions is the condition.
  for await (const page of lyingAt(table, String(pk), ACTIVITY_PREFIX, { consistent: true }))
    for (const keys of chunksOf(page, MOST_ACTIONS - 1)) yield keys.map(deletionOf);
};

/** Each entity's own items, set after set. */
const dependentsOf = async function* (store: PartnerStore, tombstone: Item, entities: readonly Entity[]) {
  const { partnerId, accountNumber, contactId } = tombstone as unknown as ContactName;
  for (const { removal } of entities)
    yield* removal.withContact?.(store, { partnerId, accountNumber, contactId }) ?? [];
};

/** Removes the remaining items of a deleted contact, as far as time allows. */
export const removeRest = async (
  store: PartnerStore,
  tombstone: Item,
  { entities, hasTime }: SweepOptions,
): Promise<Sweep> => {
  const condition = stillGone(keyOf(tombstone), tombstone.p0);
  const outcome = await removeParts(store.table, condition, dependentsOf(store, tombstone, entities), hasTime);
  return outcome === 'done' ? removeParts(store.table, condition, activityOf(store, tombstone), hasTime) : outcome;
};
