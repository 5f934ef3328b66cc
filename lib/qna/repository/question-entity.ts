/** What questions declare (lib/entities.ts), and how they change with their locations. */
import type { Item } from '../../dynamodb/table/attributes.ts';
import type { Deleted, Entity } from '../../dynamodb/table/entity.ts';
import type { PartnerStore } from '../../dynamodb/table/partner-store.ts';
import { deletionOf, listedAt, lyingAt, stillLoaded, updateAction } from '../../dynamodb/writes/dependent-items.ts';
import type { Action } from '../../dynamodb/writes/transactions.ts';
import { questionEvents } from '../events.ts';
import {
  MOST_ANSWERS,
  MOST_LOCATIONS,
  QUESTION,
  questionChanges,
  questionDeletion,
  questionFrom,
  questionsPartition,
} from './question.ts';

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
  return updateAction(item, { ...questionChanges(id, { ...rest, businessNumbers: left }), ...stillLoaded(item) });
};

type Removals = AsyncGenerator<readonly Action[]>;

/** The questions of a location that was deleted. */
const questionsOfLocation = async function* (
  { table, partnerId }: PartnerStore,
  { accountNumber, number }: Deleted,
): Removals {
  const containing = { attribute: 'businessNumbers', value: number };
  for await (const keys of listedAt(table, questionsPartition({ partnerId, accountNumber }), { containing })) {
    for (const item of keys.length > 0 ? await table.batchGet(keys) : []) {
      const action = withoutLocation(item, number);
      if (action) yield [action];
    }
  }
};

const questionsOfAccount = async function* ({ table, partnerId }: PartnerStore, { accountNumber }: Deleted): Removals {
  for await (const keys of lyingAt(table, questionsPartition({ partnerId, accountNumber })))
    for (const key of keys) yield [deletionOf({ ...key })];
};

const number = { type: 'integer' } as const;
const text = { type: 'string' } as const;

export const questionEntity: Entity = {
  type: QUESTION,
  keys: {
    pk: 'P#<partner>#ACCOUNT#<account>#QNA',
    sk: '<id>',
    index: ['P#<partner>#ACCOUNT#<account>#QNA', '<milliseconds of the last change>#<id>#<blocks of 4 KB>'],
  },
  answers: 'Which questions with which answers does this account, or a location of it, have, last changed first?',
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
  events: { sends: ['QNA_UPDATED'], of: questionEvents, whenDeleted: true },
  counts: false,
  audit: { shows: 'values', id: ({ qnaId }) => qnaId },
  removal: { withLocation: questionsOfLocation, withAccount: questionsOfAccount },
};
