/** What requests and review sources declare (lib/entities.ts). */
import type { Entity } from '../../dynamodb/table/entity.ts';
import type { ContactName, EraseFrom } from '../../dynamodb/table/erasure.ts';
import { deletionOf, deletionsAt } from '../../dynamodb/writes/dependent-items.ts';
import { REQUEST } from './request.ts';
import { accountSourcesKey, locationSourcesKey, MOST_SOURCES, REVIEW_SOURCES } from './review-sources.ts';

const number = { type: 'integer' } as const;
const text = { type: 'string' } as const;

/** The request that a contact was asked by. */
const eraseAsked: EraseFrom<ContactName> = (item, { partnerId, accountNumber, contactId }) =>
  item.partnerId === partnerId && item.accountNumber === accountNumber && item.contactId === contactId
    ? { what: 'requests', actions: [deletionOf(item)] }
    : undefined;

export const campaignRequestEntity: Entity = {
  type: REQUEST,
  keys: { pk: 'P#<partner>#REQUEST#<number>', sk: 'REQUEST' },
  answers: 'Who was asked for what by this request, and what does its link prove?',
  attributes: {
    type: 'object',
    required: [
      ...['partnerId', 'externalUId', 'accountNumber', 'businessNumber', 'contactId', 'templateId', 'created'],
      ...['secret', 'version', 'bytes', 'p0', 'expiresAtSeconds'],
    ],
    properties: {
      partnerId: text,
      externalUId: number,
      accountNumber: number,
      businessNumber: number,
      contactId: number,
      templateId: number,
      surveyId: number,
      checkinId: number,
      created: number,
      secret: { type: 'string', pattern: '^[0-9a-f]{64}$' },
      version: { type: 'integer', minimum: 1 },
      expiresAtSeconds: number,
    },
  },
  exported: { not: 'it expires within 90 days' },
  personal: { identifies: false, erased: { contact: eraseAsked } },
  events: { by: 'contact' },
  counts: false,
  audit: { not: 'is an activity of its contact, which is audited' },
  removal: {
    withLocation: 'is not found any more once the location is gone, and expires',
    withAccount: 'is not found any more once the location is gone, and expires',
  },
};

export const reviewSourcesEntity: Entity = {
  type: REVIEW_SOURCES,
  keys: { pk: 'P#<partner>#BUSINESS#<number>, P#<partner>#ACCOUNT#<number>', sk: 'REVIEWSOURCES' },
  answers: 'Which review sources do requests of this location or account offer? Where do its links lead?',
  attributes: {
    type: 'object',
    required: ['partnerId', 'accountNumber', 'version', 'bytes', 'p0'],
    properties: {
      partnerId: text,
      accountNumber: number,
      businessNumber: number,
      sources: { type: 'array', minItems: 1, maxItems: MOST_SOURCES, items: text },
      pageUrl: text,
      version: { type: 'integer', minimum: 1 },
    },
  },
  exported: 'line',
  personal: false,
  events: false,
  counts: false,
  audit: 'values',
  removal: {
    // It goes with the record, at once; what lies here came at the same time.
    withLocation: async function* ({ table, partnerId }, { number: businessNumber }) {
      const { pk, sk } = locationSourcesKey(partnerId, businessNumber);
      yield* deletionsAt(table, pk, sk);
    },
    withAccount: async function* ({ table, partnerId }, { number: accountNumber }) {
      const { pk, sk } = accountSourcesKey(partnerId, accountNumber);
      yield* deletionsAt(table, pk, sk);
    },
    liesAtLocation: true,
  },
};
