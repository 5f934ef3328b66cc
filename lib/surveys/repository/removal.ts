/** Finds surveys and responses when their location or account is deleted. */

import { chunksOf } from '../../dynamodb/client/concurrency.ts';
import type { Item } from '../../dynamodb/table/attributes.ts';
import type { Deleted } from '../../dynamodb/table/entity.ts';
import { ofPartner } from '../../dynamodb/table/keys.ts';
import type { PartnerStore } from '../../dynamodb/table/partner-store.ts';
import { deletionOf, keyOf, listedAt, lyingAt } from '../../dynamodb/writes/dependent-items.ts';
import type { Action } from '../../dynamodb/writes/transactions.ts';
import { accounts } from '../../partners/repository/account.ts';
import { enteredIn, packedIndexPartition, strikeAction, strikeActions } from './packed-index.ts';
import { responsesOfLocation, responsesPartition, type SurveyOwner } from './response.ts';
import { surveysPartition } from './survey.ts';
import {
  type Counted,
  countedIn,
  LOCATION_TOTALS,
  locationTotalAction,
  locationTotalKey,
  totalAction,
} from './totals.ts';

type Removals = AsyncGenerator<readonly Action[]>;

const ownerOf = ({ partnerId }: PartnerStore, { accountNumber }: Deleted): SurveyOwner => ({
  partnerId,
  accountNumber,
});

/** As many actions are done at once. */
const CHUNK = 50;

/** A response takes up to two actions, and each chunk two more. */
const RESPONSES_AT_ONCE = 20;
/** As many responses are read in one call. */
const LISTED_AT_ONCE = 100;

/** Whether the account went too, with its surveys: what was submitted meanwhile is in an index of its own. */
const isWithAccount = async (store: PartnerStore, { accountNumber }: Deleted): Promise<boolean> =>
  (await accounts(store).find(accountNumber)) === undefined;

/** Takes responses of a location off what lists and counts those to their survey. */
const derivedRemovals = async (
  { table }: PartnerStore,
  owner: SurveyOwner,
  counted: Counted,
  responseIds: readonly number[],
): Promise<readonly Action[]> => {
  const amount = responseIds.length;
  const found = await table.batchGet([
    locationTotalKey(owner.partnerId, counted.businessNumber, counted.surveyId),
    countedIn(owner, counted),
  ]);
  // Totals that are gone already say nothing that is to be taken off.
  const isCounted = found.length === 2 && found.every((total) => Number(total.responseCount) >= amount);
  return [
    ...strikeActions(owner, counted.surveyId, responseIds),
    ...(isCounted ? [totalAction(owner, counted, -amount), locationTotalAction(owner, counted, -amount)] : []),
  ];
};

/**
 * Every response of a location, with its entry in the packed index and what it adds to totals: a location may be loaded
 * again at any time, and lists and totals then say what is left.
 */
export const responsesOfDeleted = async function* (store: PartnerStore, deleted: Deleted): Removals {
  const owner = ownerOf(store, deleted);
  const listing = { beginning: responsesOfLocation(deleted.number), most: LISTED_AT_ONCE };
  const goesWithAccount = await isWithAccount(store, deleted);
  for await (const keys of listedAt(store.table, responsesPartition(owner), listing)) {
    const bySurvey = Map.groupBy(await store.table.batchGet(keys), ({ surveyId }) => Number(surveyId));
    for (const [surveyId, items] of bySurvey) {
      for (const some of chunksOf(items, RESPONSES_AT_ONCE)) {
        const deletions = some.map(
          (item): Action => ({ Delete: { Key: keyOf(item), ConditionExpression: 'attribute_exists(pk)' } }),
        );
        const counted = { surveyId, businessNumber: deleted.number };
        const ids = some.map(({ responseId }) => Number(responseId));
        yield goesWithAccount ? deletions : [...deletions, ...(await derivedRemovals(store, owner, counted, ids))];
      }
    }
  }
};

/** What a location has answered: its totals, of each survey one. */
const totalsOf = async ({ table, partnerId }: PartnerStore, businessNumber: number): Promise<readonly Item[]> => {
  const found: Item[] = [];
  const pages = table.query({
    KeyConditionExpression: 'pk = :pk AND begins_with(sk, :prefix)',
    ExpressionAttributeValues: {
      ':pk': ofPartner(partnerId, 'BUSINESS', businessNumber),
      ':prefix': LOCATION_TOTALS,
    },
  });
  for await (const page of pages) found.push(...page);
  return found;
};

/**
 * Entries of a location in the packed indexes of all surveys that it has answered: an action for each item that holds
 * some.
 */
export const entriesOfDeleted = async function* (store: PartnerStore, deleted: Deleted): Removals {
  const owner = ownerOf(store, deleted);
  const totals = await totalsOf(store, deleted.number);
  if (totals.length === 0) return;
  const goesWithAccount = await isWithAccount(store, deleted);
  for (const { surveyId } of totals) {
    const pages = store.table.query({
      KeyConditionExpression: 'pk = :pk',
      ExpressionAttributeValues: { ':pk': packedIndexPartition(owner, Number(surveyId)) },
    });
    for await (const page of pages) {
      for (const item of page) {
        const own = enteredIn(item).filter(({ businessNumber }) => businessNumber === deleted.number);
        const ids = own.map(({ responseId }) => responseId);
        if (ids.length > 0) yield [goesWithAccount ? deletionOf(item) : strikeAction(keyOf(item), ids)];
      }
    }
  }
};

/**
 * Totals of a location, each with what it adds to the total of its survey: last, as packed indexes are found by them.
 */
export const totalsOfDeleted = async function* (store: PartnerStore, deleted: Deleted): Removals {
  const owner = ownerOf(store, deleted);
  for (const item of await totalsOf(store, deleted.number)) {
    const counted = { surveyId: Number(item.surveyId), businessNumber: deleted.number };
    const Delete = {
      Key: keyOf(item),
      ConditionExpression: 'responseCount = :count',
      ExpressionAttributeValues: { ':count': item.responseCount },
    };
    const amount = -Number(item.responseCount);
    // The removal of a deleted account takes the totals of its surveys before its locations are swept.
    const isCounted = amount < 0 && (await store.table.get(countedIn(owner, counted))) !== undefined;
    yield [{ Delete }, ...(isCounted ? [totalAction(owner, counted, amount)] : [])];
  }
};

/** Removes the surveys of an account, the packed index of each first, as it is found by its survey. */
export const surveysOfDeleted = async function* (store: PartnerStore, deleted: Deleted): Removals {
  const owner = ownerOf(store, deleted);
  for await (const keys of listedAt(store.table, surveysPartition(owner))) {
    for (const item of await store.table.batchGet(keys)) {
      for await (const packedIndex of lyingAt(store.table, packedIndexPartition(owner, Number(item.surveyId))))
        yield* chunksOf(
          packedIndex.map((key) => deletionOf({ ...key })),
          CHUNK,
        );
      yield [deletionOf(item)];
    }
  }
};

/** Rows of lists, and totals. */
export const rowsOfDeleted = async function* (store: PartnerStore, deleted: Deleted): Removals {
  for await (const keys of lyingAt(store.table, surveysPartition(ownerOf(store, deleted))))
    yield* chunksOf(
      keys.map((key) => deletionOf({ ...key })),
      CHUNK,
    );
};
