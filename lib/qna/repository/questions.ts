/** The questions of a partner's accounts: found, listed and written. */

import type { Item } from '../../dynamodb/attributes.ts';
import { type Committed, commit } from '../../dynamodb/commit.ts';
import type { Opened } from '../../dynamodb/entity.ts';
import { INDEX, type Key } from '../../dynamodb/keys.ts';
import { marksOf, nextMark } from '../../dynamodb/marks.ts';
import { keyOf, updateAction } from '../../dynamodb/parts.ts';
import { readAhead } from '../../dynamodb/read-ahead.ts';
import { checkRecordBytes } from '../../dynamodb/record-size.ts';
import { sources } from '../../dynamodb/sources.ts';
import type { Action } from '../../dynamodb/transactions.ts';
import {
  accountKey,
  accountKeys,
  accountNumberIn,
  isAt,
  isClosing,
  NOT_CLOSING,
} from '../../partners/repository/account.ts';
import {
  type Question,
  type QuestionOwner,
  questionChanges,
  questionDeletion,
  questionFrom,
  questionItem,
  questionKey,
  questionsPartition,
  type StoredQuestion,
  unitsOf,
} from './question.ts';

/** A question as the index lists it. */
export interface ListedQuestion {
  readonly key: Key;
  /** None means all locations. */
  readonly businessNumbers: readonly number[];
  /** What it costs to be read eventually consistently. */
  readonly units: number;
}

const listedFrom = (item: Item): ListedQuestion => ({
  key: keyOf(item),
  businessNumbers: (item.businessNumbers ?? []) as readonly number[],
  units: unitsOf(item),
});

export const questions = ((store) => {
  const { table, partnerId } = store;
  return {
    /** The account that a number names, by itself or as one of its locations; none that is about to be deleted. One call. */
    ownerNamed: async (number: number): Promise<QuestionOwner | undefined> => {
      const items = await table.batchGet(accountKeys(partnerId, number));
      const account = items.find((item) => isAt(item, accountKey(partnerId, number)));
      if (account && isClosing(account, sources.now())) return undefined;
      const accountNumber = accountNumberIn(items, partnerId, number);
      return accountNumber === undefined ? undefined : { partnerId, accountNumber };
    },

    /** One call. */
    find: async (owner: QuestionOwner, id: number): Promise<StoredQuestion | undefined> => {
      const item = await table.get(questionKey(owner, id));
      return item && questionFrom(item);
    },

    /** All of an account as the index lists them, page after page, by when they were changed; may be a second old. */
    listed: async function* (owner: QuestionOwner, isAscending: boolean): AsyncGenerator<readonly ListedQuestion[]> {
      const pages = table.query({
        IndexName: INDEX,
        KeyConditionExpression: 'gsi1pk = :pk',
        ExpressionAttributeValues: { ':pk': questionsPartition(owner) },
        ProjectionExpression: 'pk, sk, gsi1sk, businessNumbers',
        ScanIndexForward: isAscending,
      });
      for await (const page of readAhead(pages)) yield page.map(listedFrom);
    },

    /** Those that are there of these keys, in their order. */
    read: async (keys: readonly Key[]): Promise<readonly StoredQuestion[]> => {
      const items = keys.length > 0 ? await table.batchGet(keys, { consistent: false }) : [];
      const found = new Map(items.map((item) => [String(item.sk), item]));
      return keys.flatMap(({ sk }) => {
        const item = found.get(sk);
        return item ? [questionFrom(item)] : [];
      });
    },

    /** Makes a question in an account that takes something new. One call. */
    create: (owner: QuestionOwner, question: Question): Promise<Committed> => {
      const mark = nextMark();
      const item: Item = { ...questionItem(owner, question), p0: mark };
      checkRecordBytes(Number(item.bytes));
      const account: Action = {
        ConditionCheck: {
          Key: accountKey(partnerId, owner.accountNumber),
          ConditionExpression: `attribute_exists(pk) AND ${NOT_CLOSING}`,
          ExpressionAttributeValues: { ':now': sources.now() },
        },
      };
      const put: Action = { Put: { Item: item, ConditionExpression: 'attribute_not_exists(pk)' } };
      return commit(store, { actions: [put, account], judgedVersion: 0, mark, result: { id: question.id } });
    },

    /** Replaces a question that was read. One call. */
    replace: ({ item, version }: StoredQuestion, question: Question): Promise<Committed> => {
      marksOf(item);
      const mark = nextMark();
      const actions = [updateAction(item, questionChanges(question.id, question), { mark })];
      return commit(store, { actions, judgedVersion: version, mark, result: { id: question.id } });
    },

    /** Deletes a question that was read. One call. */
    remove: ({ item, version }: StoredQuestion): Promise<Committed> => {
      marksOf(item);
      return commit(store, { actions: [questionDeletion(item)], judgedVersion: version, mark: nextMark() });
    },
  };
}) satisfies Opened<unknown>;
