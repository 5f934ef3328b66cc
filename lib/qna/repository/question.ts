/** Questions and answers of an account: one item each, listed by the time of the last change. */
import { isDeepStrictEqual } from 'node:util';
import type { Item } from '../../dynamodb/table/attributes.ts';
import { itemOf } from '../../dynamodb/table/item.ts';
import { type Key, ofPartner, sortable } from '../../dynamodb/table/keys.ts';
import { blocksOf } from '../../dynamodb/table/read-units.ts';
import { recordBytes } from '../../dynamodb/table/record-size.ts';
import { ifUnchanged, tracedDeletion } from '../../dynamodb/writes/dependent-items.ts';
import { firstMark, versionOf } from '../../dynamodb/writes/marks.ts';
import type { Action } from '../../dynamodb/writes/transactions.ts';

/** The type of its items. */
export const QUESTION = 'qna';

/** So many answers a question has at most, and so many locations are named. */
export const MOST_ANSWERS = 10;
export const MOST_LOCATIONS = 500;

/** The account that a question belongs to. */
export interface QuestionOwner {
  readonly partnerId: string;
  readonly accountNumber: number;
}

export interface Question {
  readonly id: number;
  readonly question: string;
  readonly answers: readonly string[];
  /** Each of them once; none means all locations of the account. */
  readonly businessNumbers: readonly number[];
  /** When a partner changed it last: ISO 8601, in UTC. */
  readonly updatedDate: string;
}

export interface StoredQuestion extends Question {
  readonly version: number;
  readonly item: Item;
}

/** What a partner sends of a question. */
export type QuestionContent = Pick<Question, 'question' | 'answers' | 'businessNumbers'>;

/** Whether two questions say the same. The locations are a set: another order of them is no change. */
export const isSameQuestion = (one: QuestionContent, other: QuestionContent): boolean =>
  one.question === other.question &&
  isDeepStrictEqual(one.answers, other.answers) &&
  isDeepStrictEqual(new Set(one.businessNumbers), new Set(other.businessNumbers));

/** Where the questions of an account are, in the table and in the index. */
export const questionsPartition = ({ partnerId, accountNumber }: QuestionOwner): string =>
  ofPartner(partnerId, 'ACCOUNT', accountNumber, 'QNA');

export const questionKey = (owner: QuestionOwner, id: number): Key => ({
  pk: questionsPartition(owner),
  sk: sortable(id),
});

/** Keys, marks and the like of an item, at most. */
const ADJACENT_TO_RECORD = 700;

type Record = Pick<Question, 'question' | 'answers' | 'businessNumbers' | 'updatedDate'>;

/** What of an item a change of its question changes, the place in the index included. */
export const questionChanges = (id: number, { question, answers, businessNumbers, updatedDate }: Record) => {
  const changes = { question, answers, businessNumbers, updatedDate };
  // The index shows what a question costs to read, before it is read.
  const blocks = blocksOf(recordBytes(changes) + ADJACENT_TO_RECORD);
  return { ...changes, gsi1sk: `${sortable(Date.parse(updatedDate))}#${sortable(id)}#${blocks}` };
};

/** The read units of a question, read eventually consistently, from its place in the index. */
export const unitsOf = ({ gsi1sk }: Item): number => Number(String(gsi1sk).split('#')[2]) / 2;

/** A new item for a question. */
export const questionItem = (owner: QuestionOwner, { id, ...rest }: Question): Item => {
  const { gsi1sk, ...changes } = questionChanges(id, rest);
  const record = { ...owner, qnaId: id, ...changes };
  return itemOf(
    QUESTION,
    { ...record, ...firstMark(), bytes: recordBytes(record) },
    { ...questionKey(owner, id), gsi1pk: questionsPartition(owner), gsi1sk },
  );
};

/** The question that an item holds: the opposite of `questionItem`. */
export const questionFrom = (item: Item): StoredQuestion => ({
  id: Number(item.qnaId),
  question: String(item.question),
  answers: item.answers as readonly string[],
  businessNumbers: (item.businessNumbers ?? []) as readonly number[],
  updatedDate: String(item.updatedDate),
  version: versionOf(item),
  item,
});

/** The deletion of a question as it was read. */
export const questionDeletion = (item: Item): Action => tracedDeletion(item, item.p0, ifUnchanged(item));
