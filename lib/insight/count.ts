/**
 * Counts a change that the stream shows: what its new image has and its old one had not, in one transaction with a mark of
 * the stream's record, so that one that is read again counts once (docs/insight.md: counts).
 */
import type { Item } from '../dynamodb/attributes.ts';
import { type Key, keyText } from '../dynamodb/keys.ts';
import { inLanes } from '../dynamodb/lanes.ts';
import type { PartnerStore } from '../dynamodb/partner-store.ts';
import type { Action } from '../dynamodb/transactions.ts';
import { REVIEW } from '../reviews/repository/review.ts';
import { RESPONSE } from '../surveys/repository/response.ts';
import { isSameScore, isSameScoreItem, scoreDeletion, scorePut } from './repository/contact-scores.ts';
import { addition, countedOnce, countKeys, removalIfEmpty, totalKey } from './repository/counts.ts';
import { type Contribution, contributionOf } from './rules/contributions.ts';
import { difference, RECORDS, type Sums } from './rules/sums.ts';

/** Whether an item of the table is counted. */
export const isCounted = ({ type }: Item): boolean => type === REVIEW || type === RESPONSE;

/** What is to be added to an item. */
export interface CountChange {
  readonly key: Key;
  readonly sums: Sums;
}

/** Where a contribution counts. */
const placesOf = ({ partnerId, accountNumber, businessNumber, day, ofAccount }: Contribution): readonly Key[] => [
  ...countKeys(partnerId, businessNumber, day),
  ...(ofAccount ? [totalKey(partnerId, accountNumber)] : []),
];

/** What an item's change from one state to another adds to counts; nothing of a kind that is not counted. */
export const countChanges = (before: Contribution | undefined, after: Contribution | undefined): CountChange[] => {
  const changes = new Map<string, { key: Key; before?: Sums; after?: Sums }>();
  const at = (key: Key) => {
    const name = keyText(key);
    const change = changes.get(name) ?? { key };
    changes.set(name, change);
    return change;
  };
  for (const key of before ? placesOf(before) : []) at(key).before = before!.sums;
  for (const key of after ? placesOf(after) : []) at(key).after = after!.sums;
  return [...changes.values()]
    .map(({ key, before, after }) => ({ key, sums: difference(before, after) }))
    .filter(({ sums }) => Object.keys(sums).length > 0);
};

/** What becomes of the score of a contact. */
export const scoreActions = (before: Contribution | undefined, after: Contribution | undefined): readonly Action[] => {
  const [old, fresh] = [before?.score, after?.score];
  if (old && fresh && isSameScore(before!, old, fresh)) return [];
  const isMoved = old && !(fresh && isSameScoreItem(before!, old, fresh));
  return [...(isMoved ? [scoreDeletion(before!, old)] : []), ...(fresh ? [scorePut(after!, fresh)] : [])];
};

/** Many count for one account at once: conflicts are certain, and pass. */
const PATIENCE = { attempts: 25 };

/** Items of counts. */
const AT_ONCE = 25;

/** Removes those of these items that count nothing any more. */
export const removeEmpty = async (table: PartnerStore['table'], keys: readonly Key[]): Promise<void> => {
  await inLanes(keys, AT_ONCE, async (key) => {
    await table.remove(removalIfEmpty(key));
  });
};

/**
 * @param eventId - of the stream's record
 * @throws StoreUnavailable where it is to be tried again
 */
export const count = async (
  { table, partnerId }: PartnerStore,
  { eventId, oldImage, newImage }: { eventId: string; oldImage: Item | undefined; newImage: Item | undefined },
): Promise<void> => {
  const [before, after] = [contributionOf(oldImage), contributionOf(newImage)];
  const changes = countChanges(before, after);
  const actions = [...changes.map(({ key, sums }) => addition(key, sums)), ...scoreActions(before, after)];
  if (actions.length === 0) return;
  // A mark that is there already was put by an earlier try, or an earlier reading.
  await table.transact([countedOnce(partnerId, eventId), ...actions], undefined, PATIENCE);
  const fewer = changes.filter(({ sums }) => (sums[RECORDS] ?? 0) < 0);
  await removeEmpty(
    table,
    fewer.map(({ key }) => key),
  );
};
