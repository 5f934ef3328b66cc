/**
 * Counts: what responses and reviews come to, by location and day, by location and month, and in all; of an account, its
 * reviews in all. They follow the records by the table's stream, and go when there is nothing left to count
 * (docs/insight.md: counts).
 */
import type { Item } from '../../dynamodb/attributes.ts';
import { type Entity, ITEM_VERSION } from '../../dynamodb/entity.ts';
import { expiryAfter } from '../../dynamodb/expiry.ts';
import { type Key, ofPartner } from '../../dynamodb/keys.ts';
import type { Action } from '../../dynamodb/transactions.ts';
import { RECORDS, type Sums } from '../rules/sums.ts';

const number = { type: 'integer' } as const;
const text = { type: 'string' } as const;

export const countEntity: Entity = {
  type: 'count',
  keys: { pk: 'P#<partner>#COUNTS#<number>', sk: 'D#<day>, M#<month>, TOTAL' },
  answers:
    'How many responses and reviews has this location on this day, in this month, in all, and how good are they?',
  attributes: { type: 'object', required: [RECORDS], properties: { [RECORDS]: number } },
  exported: { not: 'it follows from responses and reviews: `counts rebuild`' },
  personal: false,
  audit: { not: 'follows from responses and reviews' },
  removal: {
    withLocation: 'goes when nothing is left of what it counts',
    withAccount: 'goes when nothing is left of what it counts',
  },
};

export const countedEntity: Entity = {
  type: 'counted',
  keys: { pk: 'P#<partner>#COUNTED#<id of the stream’s record>', sk: 'COUNTED' },
  answers: 'Was this change counted before?',
  attributes: { type: 'object', required: ['expiresAtSeconds'], properties: { expiresAtSeconds: number } },
  exported: { not: 'it expires within two days' },
  personal: false,
  audit: { not: 'follows from responses and reviews' },
  removal: { withLocation: 'expires', withAccount: 'expires' },
};

export const contactScoreEntity: Entity = {
  type: 'contactScore',
  keys: {
    pk: 'P#<partner>#ACCOUNT#<account>#CONTACT#<id>',
    sk: 'SCORE#<milliseconds>#<survey or review>#<digest of its id>',
  },
  answers: 'How did this contact find it the last time?',
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
  personal: true,
  audit: { not: 'follows from responses and reviews' },
  removal: { withLocation: 'goes with its response or review', withAccount: 'goes with its response or review' },
};

/** The counts of a location, or of an account: they share the numbers. */
export const countsPartition = (partnerId: string, businessNumber: number): string =>
  ofPartner(partnerId, 'COUNTS', businessNumber);

/** The sort key of what there is in all. */
export const TOTAL = 'TOTAL';

/** @param day - `2026-03-04` */
export const daySortKey = (day: string): string => `D#${day}`;
/** @param month - `2026-03` */
export const monthSortKey = (month: string): string => `M#${month}`;

/** What there is in all, of a location or of the reviews of an account. */
export const totalKey = (partnerId: string, businessNumber: number): Key => ({
  pk: countsPartition(partnerId, businessNumber),
  sk: TOTAL,
});

/** The items of a location that count what belongs to a day. */
export const countKeys = (partnerId: string, businessNumber: number, day: string): readonly Key[] =>
  [daySortKey(day), monthSortKey(day.slice(0, 7)), TOTAL].map((sk) => ({
    pk: countsPartition(partnerId, businessNumber),
    sk,
  }));

/** Longer than the stream keeps a record (docs/insight.md: counts). */
const KEPT_SECONDS = 48 * 3600;

/** Takes a record of the stream, unless it was counted before. */
export const countedOnce = (partnerId: string, eventId: string): Action => ({
  Put: {
    Item: {
      pk: ofPartner(partnerId, 'COUNTED', eventId),
      sk: 'COUNTED',
      type: 'counted',
      v: ITEM_VERSION,
      expiresAtSeconds: expiryAfter(KEPT_SECONDS),
    },
    ConditionExpression: 'attribute_not_exists(pk)',
  },
});

/** Adds to the sums of an item, whether it is there or not. */
export const addition = (Key: Key, sums: Sums): Action => {
  const names = Object.keys(sums);
  return {
    Update: {
      Key,
      UpdateExpression: `SET #type = :type, v = :v ADD ${names.map((_, index) => `#${index} :${index}`).join(', ')}`,
      ExpressionAttributeNames: {
        '#type': 'type',
        ...Object.fromEntries(names.map((name, index) => [`#${index}`, name])),
      },
      ExpressionAttributeValues: {
        ':type': 'count',
        ':v': ITEM_VERSION,
        ...Object.fromEntries(names.map((name, index) => [`:${index}`, sums[name]])),
      },
    },
  };
};

/** Removes an item that counts nothing any more. */
export const removalIfEmpty = (Key: Key) => ({
  Key,
  ConditionExpression: `${RECORDS} = :zero`,
  ExpressionAttributeValues: { ':zero': 0 } as Item,
});
