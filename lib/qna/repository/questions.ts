/** The questions of a partner's accounts: found, listed and written. */

import type { Item } from '../../dynamodb/table/attributes.ts';
import type { Opened } from '../../dynamodb/table/entity.ts';
import { INDEX, type Key } from '../../dynamodb/table/keys.ts';
import { readAhead } from '../../dynamodb/table/read-ahead.ts';
import { checkRecordBytes } from '../../dynamodb/table/record-size.ts';
import { keyOf, updateAction } from '../../dynamodb/writes/dependent-items.ts';
import { markAbove, nextMark } from '../../dynamodb/writes/marks.ts';
import type { Action } from '../../dynamodb/writes/transactions.ts';
import { creation, type Written, withDependents, write } from '../../dynamodb/writes/write.ts';
import { openAccount, stillOpen } from '../../partners/repository/open-account.ts';
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
      const accountNumber = await openAccount(store, number);
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
    create: (owner: QuestionOwner, question: Question): Promise<Written> => {
      const mark = nextMark();
      const item: Item = { ...questionItem(owner, question), p0: mark };
      checkRecordBytes(Number(item.bytes));
      const account = stillOpen(partnerId, owner.accountNumber);
      const put: Action = { Put: { Item: item, ConditionExpression: 'attribute_not_exists(pk)' } };
      const result = { id: question.id };
      return write(store, { strategy: creation(), actions: [put, account], basedOn: [0], mark, result });
    },

    /** Replaces a question that was read. One call. */
    replace: ({ item, version }: StoredQuestion, question: Question): Promise<Written> => {
      const mark = markAbove(item);
      const actions = [updateAction(item, questionChanges(question.id, question), { mark })];
      const result = { id: question.id };
      return write(store, { strategy: withDependents, actions, basedOn: [version], mark, result });
    },

    /** Deletes a question that was read. One call. */
    remove: ({ item, version }: StoredQuestion): Promise<Written> => {
      const mark = markAbove(item);
      return write(store, { strategy: withDependents, actions: [questionDeletion(item)], basedOn: [version], mark });
    },
  };
}) satisfies Opened<unknown>;
