/**
 * Removes what a deleted account or location has left: what is found, a few at a time, each time on the condition that the
 * record is still gone. It can be cut off anywhere and begun again.
 */
import type { Item } from '../dynamodb/attributes.ts';
import type { Entity, FindParts } from '../dynamodb/entity.ts';
import { type Key, ofPartner, secretsOfPartner } from '../dynamodb/keys.ts';
import type { PartnerStore } from '../dynamodb/partner-store.ts';
import { sources } from '../dynamodb/sources.ts';
import { stillGone } from '../dynamodb/tombstones.ts';
import type { Action } from '../dynamodb/transactions.ts';
import { type Tombstone, tombstoneKey } from './repository/tombstone.ts';

/** What the index may lag behind: what was added just before the deletion is listed then. */
const INDEX_MILLISECONDS = 1000;

/** A transaction takes 100 actions and 4 MB; the largest part is a record of 128 KB. */
const MOST_ACTIONS = 99;
const MOST_PARTS = 25;

/** `back`: the record is there again, and its parts with it. `more`: there was no time for all, or others wrote meanwhile. */
export type Sweep = 'done' | 'back' | 'more';

export interface SweepOptions {
  readonly entities: readonly Entity[];
  /** Whether there is time to go on. */
  readonly hasTime: () => boolean;
}

type Part = readonly Action[];

/** Keys are the partner's own by the way in which they are made; a mistake in that must not reach another's. */
const requireOwn = ({ partnerId }: PartnerStore, part: Part): void => {
  const own = `${ofPartner(partnerId)}#`;
  const ownSecrets = `${secretsOfPartner(partnerId)}#`;
  for (const action of part) {
    // A contact that is out of something keeps its opt-outs when it loses a location: they are put anew.
    const { Key, Item } = Object.values(action)[0] as { readonly Key?: Key; readonly Item?: Item };
    const pk = String((Key ?? Item)?.pk);
    if (!pk.startsWith(own) && !pk.startsWith(ownSecrets))
      throw new Error(`${pk} is no part of what ${own} has deleted`);
  }
};

const sweeper = (store: PartnerStore, { kind, number, mark }: Tombstone) => {
  const condition = stillGone(tombstoneKey(store.partnerId, kind, number), mark);
  const remove = async (parts: readonly Part[]): Promise<Sweep> => {
    const refused = await store.table.transact([condition, ...parts.flat()]);
    if (!refused) return 'done';
    if (refused.failed.has(0)) return 'back';
    if (parts.length === 1) return 'more';
    // One of them was written by others: the rest need not wait for it.
    let outcome: Sweep = 'done';
    for (const part of parts) {
      const each = await remove([part]);
      if (each === 'back') return each;
      if (each === 'more') outcome = each;
    }
    return outcome;
  };
  return remove;
};

const finderOf = ({ removal }: Entity, kind: Tombstone['kind']): FindParts | undefined => {
  const finder = kind === 'business' ? removal.withLocation : removal.withAccount;
  return typeof finder === 'string' ? undefined : finder;
};

/** All parts, as they are found. */
const partsOf = async function* (store: PartnerStore, tombstone: Tombstone, entities: readonly Entity[]) {
  for (const entity of entities) {
    const find = finderOf(entity, tombstone.kind);
    if (!find) continue;
    for await (const part of find(store, tombstone)) {
      requireOwn(store, part);
      if (part.length > 0) yield part;
    }
  }
};

/** Removes what is left, as far as the time goes. */
export const removeParts = async (
  store: PartnerStore,
  tombstone: Tombstone,
  { entities, hasTime }: SweepOptions,
): Promise<Sweep> => {
  const age = sources.now() - Date.parse(tombstone.deletedAt);
  if (age < INDEX_MILLISECONDS) await sources.pause(INDEX_MILLISECONDS - Math.max(age, 0));
  const remove = sweeper(store, tombstone);
  let outcome: Sweep = 'done';
  let found: Part[] = [];
  let actions = 0;
  const flush = async (): Promise<boolean> => {
    if (found.length > 0) {
      const each = await remove(found);
      if (each !== 'done') outcome = each;
    }
    found = [];
    actions = 0;
    return outcome !== 'back';
  };
  for await (const part of partsOf(store, tombstone, entities)) {
    if ((found.length === MOST_PARTS || actions + part.length > MOST_ACTIONS) && !(await flush())) return 'back';
    if (!hasTime()) return 'more';
    found.push(part);
    actions += part.length;
  }
  await flush();
  return outcome;
};
