/** What counts, and the scores of contacts, declare (lib/entities.ts). */
import { erasedWithContact } from '../../contacts/repository/erased-with.ts';
import type { Entity } from '../../dynamodb/table/entity.ts';
import { RECORDS } from '../rules/sums.ts';

const number = { type: 'integer' } as const;
const text = { type: 'string' } as const;

export const countEntity: Entity = {
  type: 'count',
  keys: {
    pk: 'P#<partner>#COUNTS#<number>, …#C<id of a competitor>',
    sk: 'D#<day>, M#<month>, TOTAL, T#<day>#<source>, U#<month>#<source>, J#<month>',
  },
  answers:
    'How many responses and reviews has this location on this day, in this month, in all, how good are they, and what do they say?',
  attributes: { type: 'object', required: [RECORDS], properties: { [RECORDS]: number } },
  exported: { not: 'it follows from responses, reviews and insights: `counts rebuild`' },
  personal: false,
  events: false,
  counts: false,
  audit: { not: 'follows from responses and reviews' },
  removal: {
    withLocation: 'goes when nothing is left of what it counts',
    withAccount: 'goes when nothing is left of what it counts',
  },
  whenRestored: 'follows',
};

export const socialCountEntity: Entity = {
  ...countEntity,
  type: 'socialCount',
  keys: { pk: 'P#<partner>#COUNTS#<number>', sk: 'S#D#<day>, S#M#<month>, …#<part of an account>' },
  answers: 'How many posts were published at this location, or of this account, on this day or in this month?',
  exported: { not: 'it follows from posts: `counts rebuild`' },
  audit: { not: 'follows from posts' },
};

export const countedEntity: Entity = {
  type: 'counted',
  keys: { pk: 'P#<partner>#COUNTED#<id of the stream’s record>', sk: 'COUNTED' },
  answers: 'Was this change counted before?',
  attributes: { type: 'object', required: ['expiresAtSeconds'], properties: { expiresAtSeconds: number } },
  exported: { not: 'it expires within two days' },
  personal: false,
  events: false,
  counts: false,
  audit: { not: 'follows from responses and reviews' },
  removal: { withLocation: 'expires', withAccount: 'expires' },
  // A change that the stream hands over again is not counted again.
  whenRestored: 'follows',
};

export const contactScoreEntity: Entity = {
  type: 'contactScore',
  keys: {
    pk: 'P#<partner>#ACCOUNT#<account>#CONTACT#<id>',
    sk: 'SCORE#<milliseconds>#<survey or review>#<digest of its id>',
  },
  answers: 'What is this contact’s latest score?',
  attributes: {
    type: 'object',
    required: ['accountNumber', 'partnerId', 'contactId', 'score', 'source'],
    properties: {
      accountNumber: number,
      partnerId: text,
      contactId: number,
      score: { type: 'number' },
      source: { enum: ['survey', 'review'] },
    },
  },
  exported: { not: 'it follows from responses and reviews: `counts rebuild`' },
  personal: { identifies: true, erased: { contact: erasedWithContact('scores') } },
  events: false,
  counts: false,
  audit: { not: 'follows from responses and reviews' },
  removal: { withLocation: 'goes with its response or review', withAccount: 'goes with its response or review' },
  whenRestored: 'follows',
};
