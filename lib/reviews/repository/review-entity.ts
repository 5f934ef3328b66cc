/** What reviews declare (lib/entities.ts). */
import { chunksOf } from '../../dynamodb/client/concurrency.ts';
import type { Entity } from '../../dynamodb/table/entity.ts';
import type { ContactName, EraseFrom } from '../../dynamodb/table/erasure.ts';
import { deletionOf, lyingAt, updateAction } from '../../dynamodb/writes/dependent-items.ts';
import { contributionOfReview } from '../../insight/repository/contributions.ts';
import { reviewEvents } from '../events.ts';
import { analysisAttributes } from './analysis.ts';
import { erasedReview, REVIEW, reviewsOfLocation, withheldMarks } from './review.ts';

/** So many are removed in one transaction. */
const AT_ONCE = 50;

const number = { type: 'integer' } as const;
const text = { type: 'string' } as const;

/** Clears who wrote a review and what they wrote; rating, date and source stay, and so do counts. */
const eraseAuthor: EraseFrom<ContactName> = (item, { partnerId, accountNumber, contactId }) =>
  item.partnerId === partnerId && item.accountNumber === accountNumber && item.customerId === contactId
    ? { what: 'reviews', actions: [updateAction(item, { ...erasedReview, ...withheldMarks(item) }, { quiet: true })] }
    : undefined;

export const reviewEntity: Entity = {
  type: REVIEW,
  keys: {
    pk: 'P#<partner>#BUSINESS#<number>#REVIEWS',
    sk: '<review id>',
    index: [
      'P#<partner>#ACCOUNT#<account>#REVIEWS',
      '<milliseconds of its date>#<location>#<source>#<rating>#<blocks of 4 KB>',
    ],
  },
  answers: 'Which reviews does this location, or this account, have, newest first?',
  attributes: {
    type: 'object',
    required: ['businessNumber', 'accountNumber', 'partnerId', 'reviewId', 'sourceAlias', 'rating', 'reviewDate'],
    properties: {
      businessNumber: number,
      accountNumber: number,
      partnerId: text,
      reviewId: text,
      sourceAlias: text,
      rating: { type: 'number', minimum: 0, maximum: 5 },
      reviewDate: text,
      customerId: number,
      tags: { type: 'array', items: text },
      ...analysisAttributes,
      withheld: { const: true },
      answered: { const: true },
      version: number,
      p0: text,
    },
  },
  exported: 'line',
  personal: { identifies: true, erased: { contact: eraseAuthor } },
  events: {
    sends: ['REVIEW_CREATED', 'REVIEW_UPDATED', 'REVIEW_DELETED'],
    of: reviewEvents,
    whenDeleted: true,
  },
  counts: { of: contributionOfReview },
  audit: { shows: 'names', id: ({ reviewId }) => reviewId },
  removal: {
    withLocation: async function* ({ table, partnerId }, { number: businessNumber }) {
      for await (const keys of lyingAt(table, reviewsOfLocation(partnerId, businessNumber))) {
        for (const some of chunksOf(keys, AT_ONCE)) yield some.map((key) => deletionOf({ ...key }));
      }
    },
    withAccount: 'goes with its location',
  },
};
