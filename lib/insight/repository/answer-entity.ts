/** What answers of AI models declare (lib/entities.ts). */
import { chunksOf } from '../../dynamodb/client/concurrency.ts';
import type { Entity } from '../../dynamodb/table/entity.ts';
import { deletionOf, lyingAt } from '../../dynamodb/writes/dependent-items.ts';
import { AI_MODELS, answersOfLocation, SEARCH_AI_ANSWER } from './answer.ts';

/** So many are removed in one transaction. */
const AT_ONCE = 50;

const number = { type: 'integer' } as const;
const text = { type: 'string' } as const;

export const searchAiAnswerEntity: Entity = {
  type: SEARCH_AI_ANSWER,
  keys: {
    pk: 'P#<partner>#BUSINESS#<number>#ANSWERS',
    sk: '<day>#<digest of its model and theme and prompt>',
    index: [
      'P#<partner>#ACCOUNT#<account>#ANSWERS',
      '<day>#<location>#<model>#<1 if the brand is present>#<digest of the theme>#<blocks of 4 KB>',
    ],
  },
  answers: 'What do AI models answer about this location, or about this account, newest first?',
  attributes: {
    type: 'object',
    required: ['businessNumber', 'accountNumber', 'partnerId', 'date', 'aiModel', 'theme', 'prompt', 'version', 'p0'],
    properties: {
      businessNumber: number,
      accountNumber: number,
      partnerId: text,
      date: text,
      aiModel: { enum: AI_MODELS },
      theme: text,
      prompt: text,
      brandPresent: { type: 'boolean' },
      rank: { type: 'integer', minimum: 1, maximum: 100 },
      citations: { type: 'array', maxItems: 20 },
    },
  },
  exported: 'line',
  personal: false,
  events: false,
  counts: false,
  audit: { shows: 'names', id: ({ date }) => date },
  removal: {
    withLocation: async function* ({ table, partnerId }, { number: businessNumber }) {
      for await (const keys of lyingAt(table, answersOfLocation(partnerId, businessNumber))) {
        for (const some of chunksOf(keys, AT_ONCE)) yield some.map((key) => deletionOf({ ...key }));
      }
    },
    withAccount: 'goes with its location',
  },
};
