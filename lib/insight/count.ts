/**
 * Updates the counts for a change in the stream, by the difference between its new and old image. A marker item for the
 * stream record in the same transaction ensures that a record that is read again counts once (docs/insight.md: counts).
 */

import { withConcurrency } from '../dynamodb/client/concurrency.ts';
import { isInTransaction } from '../dynamodb/client/outcomes.ts';
import type { Contribution, Sums } from '../dynamodb/stream/change.ts';
import type { Item } from '../dynamodb/table/attributes.ts';
import type { Entity } from '../dynamodb/table/entity.ts';
import { epochSeconds } from '../dynamodb/table/expiry.ts';
import { type Key, keyText } from '../dynamodb/table/keys.ts';
import type { PartnerStore } from '../dynamodb/table/partner-store.ts';
import type { Action } from '../dynamodb/writes/transactions.ts';
import { isSameScore, isSameScoreItem, scoreDeletion, scorePut } from './repository/contact-scores.ts';
import {
  addition,
  countedOnce,
  countKeys,
  countsPartition,
  removalIfEmpty,
  socialCountKeys,
  totalKey,
} from './repository/counts.ts';
import { difference, RECORDS } from './rules/sums.ts';

/** What an item adds to counts; `undefined` of an item that adds nothing, and where there is none. */
export type ContributionOf = (item: Item | undefined) => Contribution | undefined;

/** By what the entities declare. */
export const contributionsOf = (entities: readonly Entity[]): ContributionOf => {
  const counted = new Map(entities.flatMap(({ type, counts }) => (counts ? [[type, counts.of] as const] : [])));
  return (item) => item && counted.get(String(item.type))?.(item);
};

/** The amounts to add to an item. */
export interface CountChange {
  readonly key: Key;
  readonly sums: Sums;
}

/** The count items to which a contribution adds, and what. */
const placesOf = (contribution: Contribution): readonly CountChange[] => {
  const { partnerId, accountNumber, businessNumber, countedAt, day, ofAccount, sums, also = [] } = contribution;
  if (contribution.series === 'social') return socialCountKeys(contribution).map((key) => ({ key, sums }));
  const counted = countedAt ?? businessNumber;
  const keys = [...countKeys(partnerId, counted, day), ...(ofAccount ? [totalKey(partnerId, accountNumber)] : [])];
  const pk = countsPartition(partnerId, counted);
  return [
    ...keys.map((key) => ({ key, sums })),
    ...also.map((each) => ({ key: { pk, sk: each.sk }, sums: each.sums })),
  ];
};

/** Whether a record went because it had expired: what is counted for good stays. */
const isExpired = (oldImage: Item | undefined, newImage: Item | undefined, before: Contribution | undefined): boolean =>
  newImage === undefined &&
  before?.series === 'social' &&
  Number(oldImage?.expiresAtSeconds ?? Number.POSITIVE_INFINITY) <= epochSeconds();

/** The changes of the counts when an item changes from one state to another; none for items that are not counted. */
export const countChanges = (before: Contribution | undefined, after: Contribution | undefined): CountChange[] => {
  const changes = new Map<string, { key: Key; before?: Sums; after?: Sums }>();
  const at = (key: Key) => {
    const name = keyText(key);
    const change = changes.get(name) ?? { key };
    changes.set(name, change);
    return change;
  };
  for (const { key, sums } of before ? placesOf(before) : []) at(key).before = sums;
  for (const { key, sums } of after ? placesOf(after) : []) at(key).after = sums;
  return [...changes.values()]
    .map(({ key, before, after }) => ({ key, sums: difference(before, after) }))
    .filter(({ sums }) => Object.keys(sums).length > 0);
};

/** The actions that update a contact's score. */
export const scoreActions = (before: Contribution | undefined, after: Contribution | undefined): readonly Action[] => {
  const [old, fresh] = [before?.score, after?.score];
  if (old && fresh && isSameScore(before!, old, fresh)) return [];
  const isMoved = old && !(fresh && isSameScoreItem(before!, old, fresh));
  return [...(isMoved ? [scoreDeletion(before!, old)] : []), ...(fresh ? [scorePut(after!, fresh)] : [])];
};

/** Many changes of one account are counted at once: conflicts are expected, and resolve with retries. */
const PATIENCE = { attempts: 25 };

/** The number of count items read at once. */
const AT_ONCE = 25;

/** Removes those of these items whose counts are all zero. One that a transaction holds is left to that: it looks too. */
export const removeEmpty = async (table: PartnerStore['table'], keys: readonly Key[]): Promise<void> => {
  await withConcurrency(keys, AT_ONCE, async (key) => {
    try {
      await table.remove(removalIfEmpty(key));
    } catch (error) {
      if (!isInTransaction(error)) throw error;
    }
  });
};

/**
 * Counts one change.
 *
 * @param eventId - the id of the stream record
 * @throws StoreUnavailable if the change is to be retried
 */
export const count = async (
  { table, partnerId }: PartnerStore,
  { eventId, oldImage, newImage }: { eventId: string; oldImage: Item | undefined; newImage: Item | undefined },
  contributionOf: ContributionOf,
): Promise<void> => {
  const [before, after] = [contributionOf(oldImage), contributionOf(newImage)];
  if (isExpired(oldImage, newImage, before)) return;
  const changes = countChanges(before, after);
  const actions = [
    ...changes.map(({ key, sums }) => addition(key, sums, (before ?? after)?.series)),
    ...scoreActions(before, after),
  ];
  if (actions.length === 0) return;
  // If the marker exists already, an earlier try or an earlier read of the record has counted it.
  await table.transact([countedOnce(partnerId, eventId), ...actions], undefined, PATIENCE);
  const fewer = changes.filter(({ sums }) => (sums[RECORDS] ?? 0) < 0);
  await removeEmpty(
    table,
    fewer.map(({ key }) => key),
  );
};
