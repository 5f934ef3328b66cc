/** What links to reviews declare (lib/entities.ts). */

import { businessKey } from '../../business/repository/business.ts';
import type { Entity } from '../../dynamodb/table/entity.ts';
import { deletionOf, lyingAt } from '../../dynamodb/writes/dependent-items.ts';
import { linkEvents } from '../events.ts';
import { LINK, LINK_TOMBSTONE, SOURCE, SOURCE_TOMBSTONE, SOURCES_PREFIX } from './link.ts';
import { linksOfLocation } from './removal.ts';

const number = { type: 'integer' } as const;
const text = { type: 'string' } as const;
const joins = { id: number, businessNumber: number, accountNumber: number, sourceId: number, partnerId: text } as const;
const tombstone = { ...joins, version: number, p0: text, expiresAtSeconds: number } as const;
const ofTombstone = ['id', 'businessNumber', 'sourceId', 'partnerId', 'version', 'p0', 'expiresAtSeconds'];

export const aggregationLinkEntity: Entity = {
  type: LINK,
  keys: { pk: 'P#<partner>#COMPETITOR#<id>', sk: 'AGG#<business>#<source>#<digest of url>' },
  answers: 'Where is this competitor reviewed, for this location? Was this link added before?',
  attributes: {
    type: 'object',
    required: ['id', 'compAccountId', 'businessNumber', 'sourceId', 'url', 'partnerId'],
    properties: { ...joins, compAccountId: number, url: text },
  },
  exported: 'line',
  personal: false,
  events: {
    sends: ['AGGREGATION_LINK_ADDED', 'AGGREGATION_LINK_REMOVED'],
    of: linkEvents,
    ofOthers: { [LINK_TOMBSTONE]: linkEvents },
  },
  counts: false,
  audit: { shows: 'values', id: ({ compAccountId }) => compAccountId },
  removal: { withLocation: linksOfLocation, withAccount: 'goes with its competitor' },
};

export const aggregationLinkTombstoneEntity: Entity = {
  type: LINK_TOMBSTONE,
  keys: aggregationLinkEntity.keys,
  answers: 'Which additions came before this link was removed?',
  attributes: {
    type: 'object',
    required: ['compAccountId', ...ofTombstone],
    properties: { ...tombstone, compAccountId: number },
  },
  exported: { not: 'the link was removed; it expires within 30 days' },
  personal: false,
  events: { by: LINK },
  counts: false,
  audit: { shows: 'values', id: ({ compAccountId }) => compAccountId },
  removal: { withLocation: 'goes with the links', withAccount: 'goes with its competitor' },
  tombstone: { inPlaceOf: LINK },
};

export const reviewSourceEntity: Entity = {
  type: SOURCE,
  keys: {
    pk: 'P#<partner>#BUSINESS#<number>',
    sk: 'SOURCE#<source>#<digest of url>',
    index: ['P#<partner>#ACCOUNT#<account>#SOURCES', '<location>'],
  },
  answers: 'Where is this location reviewed? Which locations of this account have review sources?',
  attributes: {
    type: 'object',
    required: ['id', 'businessNumber', 'accountNumber', 'sourceId', 'url', 'partnerId'],
    properties: { ...joins, url: text },
  },
  exported: 'line',
  personal: false,
  events: {
    sends: ['REVIEW_SOURCE_ADDED', 'REVIEW_SOURCE_REMOVED'],
    of: linkEvents,
    ofOthers: { [SOURCE_TOMBSTONE]: linkEvents },
  },
  counts: false,
  audit: { shows: 'values', id: ({ id }) => id },
  removal: {
    withLocation: async function* ({ table, partnerId }, { number: businessNumber }) {
      for await (const keys of lyingAt(table, businessKey(partnerId, businessNumber).pk, SOURCES_PREFIX))
        for (const key of keys) yield [deletionOf(key)];
    },
    withAccount: 'goes with its location',
  },
};

export const reviewSourceTombstoneEntity: Entity = {
  type: SOURCE_TOMBSTONE,
  keys: { pk: 'P#<partner>#BUSINESS#<number>', sk: 'SOURCE#<source>#<digest of url>' },
  answers: 'Which additions came before this review source was removed?',
  attributes: { type: 'object', required: ofTombstone, properties: tombstone },
  exported: { not: 'the review source was removed; it expires within 30 days' },
  personal: false,
  events: { by: SOURCE },
  counts: false,
  audit: { shows: 'values', id: ({ id }) => id },
  removal: { withLocation: 'goes with the review sources', withAccount: 'goes with its location' },
  tombstone: { inPlaceOf: SOURCE },
};
