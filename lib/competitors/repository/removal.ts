/** Removes competitors, their links and their reviews when something above them is deleted. */
import { MOST_ACTIONS } from '../../dynamodb/client/call.ts';
import { chunksOf } from '../../dynamodb/client/concurrency.ts';
import type { Sweep } from '../../dynamodb/stream/roles.ts';
import { removeParts, stillGone } from '../../dynamodb/stream/tombstones.ts';
import type { Item } from '../../dynamodb/table/attributes.ts';
import type { Deleted } from '../../dynamodb/table/entity.ts';
import type { PartnerStore } from '../../dynamodb/table/partner-store.ts';
import {
  deletionOf,
  keyOf,
  listedAt,
  lyingAt,
  stillLoaded,
  updateAction,
} from '../../dynamodb/writes/dependent-items.ts';
import { markAbove } from '../../dynamodb/writes/marks.ts';
import type { Action } from '../../dynamodb/writes/transactions.ts';
import { removalOf } from './change.ts';
import { COMPETITOR, competitorPartition, competitorsPartition } from './competitor.ts';
import { linksPrefix } from './link.ts';
import { countsOf } from './register.ts';
import { competitorReviewsOfAccount, reviewsOfCompetitor } from './review.ts';

type Removals = AsyncGenerator<readonly Action[]>;

/** So many reviews are removed in one transaction. */
const AT_ONCE = 50;

/** Deletes what lies in the partitions of an account's competitors below a prefix. */
const below = async function* (
  { table, partnerId }: PartnerStore,
  { accountNumber }: Deleted,
  prefix: string,
): Removals {
  for await (const competitors of listedAt(table, competitorsPartition(partnerId, accountNumber))) {
    for (const { pk } of competitors) {
      for await (const keys of lyingAt(table, pk, prefix)) for (const key of keys) yield [deletionOf(key)];
    }
  }
};

/** The links of an own location. */
export const linksOfLocation = (store: PartnerStore, deleted: Deleted): Removals =>
  below(store, deleted, linksPrefix(deleted.number));

/**
 * An own location leaves what its competitors compete with. A competitor goes with its last one, as it would compete with
 * all locations then.
 */
export const competitorsOfLocation = async function* (
  { table, partnerId }: PartnerStore,
  { accountNumber, number }: Deleted,
): Removals {
  const containing = { attribute: 'businessNumbers', value: number };
  for await (const keys of listedAt(table, competitorsPartition(partnerId, accountNumber), { containing })) {
    for (const item of keys.length > 0 ? await table.batchGet(keys) : []) {
      const named = (item.businessNumbers ?? []) as readonly number[];
      const left = named.filter((each) => each !== number);
      if (item.type !== COMPETITOR || left.length === named.length) continue;
      if (left.length > 0) yield [updateAction(item, { businessNumbers: left, ...stillLoaded(item) })];
      else yield removalOf(item, markAbove(item), await countsOf(table, { partnerId, accountNumber }));
    }
  }
};

/**
 * The competitors of an account. The links sort before their competitor: as long as any is left, the index leads to
 * them.
 */
export const competitorsOfAccount = (store: PartnerStore, deleted: Deleted): Removals => below(store, deleted, '');

/** The names and counts of an account. */
export const registerOfAccount = async function* (
  { table, partnerId }: PartnerStore,
  { accountNumber }: Deleted,
): Removals {
  for await (const keys of lyingAt(table, competitorsPartition(partnerId, accountNumber)))
    for (const some of chunksOf(keys, AT_ONCE)) yield some.map((key) => deletionOf({ ...key }));
};

/** The reviews of all competitors of an account. */
export const reviewsOfAccountGone = async function* (
  { table, partnerId }: PartnerStore,
  { accountNumber }: Deleted,
): Removals {
  for await (const keys of listedAt(table, competitorReviewsOfAccount(partnerId, accountNumber)))
    for (const some of chunksOf(keys, AT_ONCE)) yield some.map((key) => deletionOf({ ...key }));
};

/** The items of a deleted competitor in one partition, but what may stay. */
const leftAt = async function* ({ table }: PartnerStore, pk: string, stays: (sk: string) => boolean) {
  for await (const keys of lyingAt(table, pk)) {
    const own = keys.filter(({ sk }) => !stays(sk));
    for (const some of chunksOf(own, MOST_ACTIONS - 1)) yield some.map((key) => deletionOf({ ...key }));
  }
};

/**
 * Removes the links and reviews of a deleted competitor, on condition that it is still deleted. It can be interrupted
 * anywhere and started again.
 */
export const sweepCompetitor = async (
  store: PartnerStore,
  tombstone: Item,
  { hasTime }: { readonly hasTime: () => boolean },
): Promise<Sweep> => {
  const { partnerId, table } = store;
  const number = Number(tombstone.number);
  const condition = stillGone(keyOf(tombstone), tombstone.p0);
  const places = [
    leftAt(store, competitorPartition(partnerId, number), (sk) => !sk.startsWith('AGG#')),
    leftAt(store, reviewsOfCompetitor(partnerId, number), () => false),
  ];
  const parts = async function* () {
    for (const place of tombstone.compAccountId === undefined ? [] : places) yield* place;
  };
  return removeParts(table, condition, parts(), hasTime);
};
