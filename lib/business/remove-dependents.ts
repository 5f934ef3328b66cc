/**
 * Removes the dependent items of a deleted account or location: a few at a time, each time on condition that the record
 * is still deleted. It can be interrupted and restarted at any time.
 */

import { MOST_ACTIONS } from '../dynamodb/client/call.ts';
import { clock } from '../dynamodb/client/clock.ts';
import type { Sweep } from '../dynamodb/stream/roles.ts';
import { removeTogether, stillGone } from '../dynamodb/stream/tombstones.ts';
import type { Entity, FindDependents } from '../dynamodb/table/entity.ts';
import { type Key, keyText, ofPartner, secretsOfPartner } from '../dynamodb/table/keys.ts';
import type { PartnerStore } from '../dynamodb/table/partner-store.ts';
import type { Action } from '../dynamodb/writes/transactions.ts';
import { accountKey } from '../partners/repository/account.ts';
import { type Tombstone, tombstoneKey } from './repository/tombstone.ts';

/** How far the index may lag behind. After this time it lists every item that was added just before the deletion. */
const INDEX_MILLISECONDS = 1000;

/** A transaction takes 4 MB; the largest dependent item is a record of 128 KB. */
const MOST_DEPENDENTS = 25;

export interface SweepOptions {
  readonly entities: readonly Entity[];
  /** Whether there is time to continue. */
  readonly hasTime: () => boolean;
}

type Part = readonly Action[];

const keyIn = (action: Action): Key => {
  const { Key, Item } = Object.values(action)[0] as { readonly Key?: Key; readonly Item?: Key };
  return (Key ?? Item)!;
};

/** Guards against bugs: keys are built for the partner, and a mistake there must not reach another partner's items. */
const requireOwn = ({ partnerId }: PartnerStore, part: Part): void => {
  const own = `${ofPartner(partnerId)}#`;
  const ownSecrets = `${secretsOfPartner(partnerId)}#`;
  for (const action of part) {
    const pk = String(keyIn(action).pk);
    if (!pk.startsWith(own) && !pk.startsWith(ownSecrets))
      throw new Error(`${pk} is no part of what ${own} has deleted`);
  }
};

const finderOf = ({ removal }: Entity, kind: Tombstone['kind']): FindDependents | undefined => {
  const finder = kind === 'business' ? removal.withLocation : removal.withAccount;
  return typeof finder === 'string' ? undefined : finder;
};

/**
 * Whether the account of a deleted location is deleted too: then the removal of the account finds all of an entity, and
 * each location need not search for its own, as an account may have 50,000.
 */
const isWithAccount = async ({ table, partnerId }: PartnerStore, { kind, accountNumber }: Tombstone) =>
  kind === 'business' && (await table.get(accountKey(partnerId, accountNumber))) === undefined;

/** Finds all dependent items, one set after another. */
const dependentsOf = async function* (store: PartnerStore, tombstone: Tombstone, entities: readonly Entity[]) {
  const goesWithAccount = await isWithAccount(store, tombstone);
  for (const entity of entities) {
    const find = finderOf(entity, tombstone.kind);
    const { withAccount, liesAtLocation } = entity.removal;
    if (!find || (goesWithAccount && typeof withAccount !== 'string' && !liesAtLocation)) continue;
    for await (const part of find(store, tombstone)) {
      requireOwn(store, part);
      if (part.length > 0) yield part;
    }
  }
};

/** Removes the remaining dependent items, as far as time allows. */
export const removeDependents = async (
  store: PartnerStore,
  tombstone: Tombstone,
  { entities, hasTime }: SweepOptions,
): Promise<Sweep> => {
  const age = clock.now() - Date.parse(tombstone.deletedAt);
  if (age < INDEX_MILLISECONDS) await clock.pause(INDEX_MILLISECONDS - Math.max(age, 0));
  const condition = stillGone(tombstoneKey(store.partnerId, tombstone.kind, tombstone.number), tombstone.mark);
  let outcome: Sweep = 'done';
  let found: Part[] = [];
  // A transaction has each item once, also those that several sets change, such as counts.
  let keys = new Set<string>();
  const flush = async (): Promise<boolean> => {
    if (found.length > 0) {
      const each = await removeTogether(store.table, condition, found);
      if (each !== 'done') outcome = each;
    }
    found = [];
    keys = new Set();
    return outcome !== 'back';
  };
  for await (const part of dependentsOf(store, tombstone, entities)) {
    const own = part.map((action) => keyText(keyIn(action)));
    // One more action is the condition.
    const isFull = found.length === MOST_DEPENDENTS || keys.size + own.length >= MOST_ACTIONS;
    if ((isFull || own.some((key) => keys.has(key))) && !(await flush())) return 'back';
    found.push(part);
    for (const key of own) keys.add(key);
    // What was found is removed first: a turn in which little is found would otherwise end as it began.
    if (!hasTime()) return (await flush()) ? 'more' : 'back';
  }
  await flush();
  return outcome;
};
