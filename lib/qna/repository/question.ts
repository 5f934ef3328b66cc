/** Questions and answers of an account: each an item of its own, listed by when it was changed last. */
import type { Item } from '../../dynamodb/attributes.ts';
import { type Deleted, type Entity, itemOf } from '../../dynamodb/entity.ts';
import { type Key, ofPartner, sortable } from '../../dynamodb/keys.ts';
import { firstMark } from '../../dynamodb/marks.ts';
import type { PartnerStore } from '../../dynamodb/partner-store.ts';
import { deletionOf, listedAt, lyingAt, tracedDeletion, updateAction, versionOf } from '../../dynamodb/parts.ts';
import { blocksOf } from '../../dynamodb/read-units.ts';
import { recordBytes } from '../../dynamodb/record-size.ts';
import type { Action } from '../../dynamodb/transactions.ts';

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

/** Where the questions of an account are, in the table and in the index. */
export const questionsPartition = ({ partnerId, accountNumber }: QuestionOwner): string =>
  ofPartner(partnerId, 'ACCOUNT', accountNumber, 'QNA');

export const questionKey = (owner: QuestionOwner, id: number): Key => ({
  pk: questionsPartition(owner),
  sk: sortable(id),
});

/** Keys, marks and the like of an item, at most. */
const BESIDE_RECORD = 700;

type Record = Pick<Question, 'question' | 'answers' | 'businessNumbers' | 'updatedDate'>;

/** What of an item a change of its question changes, the place in the index included. */
export const questionChanges = (id: number, { question, answers, businessNumbers, updatedDate }: Record) => {
  const changes = { question, answers, businessNumbers, updatedDate };
  // The index tells what a question costs to read, before it is read.
  const blocks = blocksOf(recordBytes(changes) + BESIDE_RECORD);
  return { ...changes, gsi1sk: `${sortable(Date.parse(updatedDate))}#${sortable(id)}#${blocks}` };
};

/** The read units of a question, read eventually consistently, from its place in the index. */
export const unitsOf = ({ gsi1sk }: Item): number => Number(String(gsi1sk).split('#')[2]) / 2;

/** A new item for a question. */
export const questionItem = (owner: QuestionOwner, { id, ...rest }: Question): Item => {
  const { gsi1sk, ...changes } = questionChanges(id, rest);
  const record = { ...owner, qnaId: id, ...changes };
  return itemOf(
    'qna',
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
export const questionDeletion = (item: Item): Action =>
  tracedDeletion(item, item.p0, {
    ConditionExpression: 'version = :version AND p0 = :mark',
    ExpressionAttributeValues: { ':version': versionOf(item), ':mark': item.p0 },
  });

/**
 * A question without a location that is gone: it goes with its last one, as it would be one of all locations then.
 *
 * @returns `undefined` where it has not that location
 */
const withoutLocation = (item: Item, gone: number): Action | undefined => {
  const { id, businessNumbers, ...rest } = questionFrom(item);
  const left = businessNumbers.filter((number) => number !== gone);
  if (left.length === businessNumbers.length) return undefined;
  if (left.length === 0) return questionDeletion(item);
  const wasLoaded = item.loadedVersion !== undefined && item.loadedVersion === item.version;
  const changes = {
    ...questionChanges(id, { ...rest, businessNumbers: left }),
    ...(wasLoaded && { loadedVersion: versionOf(item) + 1 }),
  };
  return updateAction(item, changes);
};

type Parts = AsyncGenerator<readonly Action[]>;

/** The questions of a location that was deleted. */
const questionsOfLocation = async function* (
  { table, partnerId }: PartnerStore,
  { accountNumber, number }: Deleted,
): Parts {
  const containing = { attribute: 'businessNumbers', value: number };
  for await (const keys of listedAt(table, questionsPartition({ partnerId, accountNumber }), { containing })) {
    for (const item of keys.length > 0 ? await table.batchGet(keys) : []) {
      const action = withoutLocation(item, number);
      if (action) yield [action];
    }
  }
};

const questionsOfAccount = async function* ({ table, partnerId }: PartnerStore, { accountNumber }: Deleted): Parts {
  for await (const keys of lyingAt(table, questionsPartition({ partnerId, accountNumber })))
    for (const key of keys) yield [deletionOf({ ...key })];
};

const number = { type: 'integer' } as const;
const text = { type: 'string' } as const;

export const questionEntity: Entity = {
  type: 'qna',
  keys: {
    pk: 'P#<partner>#ACCOUNT#<account>#QNA',
    sk: '<id>',
    index: ['P#<partner>#ACCOUNT#<account>#QNA', '<milliseconds of the last change>#<id>#<blocks of 4 KB>'],
  },
  answers: 'Which questions with which answers has this account, or a location of it, the last changed ones first?',
  attributes: {
    type: 'object',
    required: [
      ...['partnerId', 'accountNumber', 'qnaId', 'question', 'answers', 'businessNumbers', 'updatedDate'],
      ...['version', 'bytes', 'p0'],
    ],
    properties: {
      partnerId: text,
      accountNumber: number,
      qnaId: number,
      question: text,
      answers: { type: 'array', minItems: 1, maxItems: MOST_ANSWERS, items: text },
      businessNumbers: { type: 'array', maxItems: MOST_LOCATIONS, items: number },
      updatedDate: text,
      version: { type: 'integer', minimum: 1 },
    },
  },
  exported: 'line',
  personal: false,
  audit: { shows: 'values', id: ({ qnaId }) => qnaId },
  removal: { withLocation: questionsOfLocation, withAccount: questionsOfAccount },
};
