/** What competitors declare (lib/entities.ts). */
import type { Entity } from '../../dynamodb/table/entity.ts';
import { competitorEvents } from '../events.ts';
import { BRAND, COMPETITOR, MOST_OWN_LOCATIONS } from './competitor.ts';
import { COUNTS, MOST_BRANDS, MOST_LOCATIONS, NAME } from './register.ts';
import { competitorsOfAccount, competitorsOfLocation, registerOfAccount, sweepCompetitor } from './removal.ts';
import { COMPETITOR_TOMBSTONE } from './tombstone.ts';

const number = { type: 'integer' } as const;
const text = { type: 'string' } as const;
const owner = { partnerId: text, accountNumber: number } as const;
const ofAccount = ['partnerId', 'accountNumber'] as const;

export const competitorEntity: Entity = {
  type: COMPETITOR,
  keys: {
    pk: 'P#<partner>#COMPETITOR#<id>',
    sk: 'COMPETITOR',
    index: ['P#<partner>#ACCOUNT#<account>#COMPETITORS', '<id>, <id>#<brand>'],
  },
  answers: 'Whose competitor is this location? Which competitors does this account, or a location of it, have?',
  attributes: {
    type: 'object',
    required: ['compAccountId', 'name', ...ofAccount],
    properties: {
      ...owner,
      compAccountId: number,
      competitorId: number,
      name: text,
      alias: text,
      phone: text,
      businessNumbers: { type: 'array', minItems: 1, maxItems: MOST_OWN_LOCATIONS, items: number },
      createdAt: text,
    },
  },
  exported: 'line',
  personal: false,
  events: {
    sends: ['COMPETITOR_ADDED', 'COMPETITOR_REMOVED'],
    of: competitorEvents,
    ofOthers: { [BRAND]: competitorEvents, [COMPETITOR_TOMBSTONE]: competitorEvents },
  },
  counts: false,
  audit: { shows: 'values', id: ({ compAccountId }) => compAccountId },
  removal: { withLocation: competitorsOfLocation, withAccount: competitorsOfAccount },
};

export const competitorBrandEntity: Entity = {
  type: BRAND,
  keys: {
    pk: 'P#<partner>#COMPETITOR#<id>',
    sk: 'BRAND',
    index: ['P#<partner>#ACCOUNT#<account>#COMPETITORS', '<id>'],
  },
  answers: 'Whose competitor brand is this? How many locations does it have?',
  attributes: {
    type: 'object',
    required: ['competitorId', 'name', 'locations', ...ofAccount],
    properties: {
      ...owner,
      competitorId: number,
      name: text,
      createdAt: text,
      locations: { type: 'integer', minimum: 0, maximum: MOST_LOCATIONS },
    },
  },
  exported: 'line',
  personal: false,
  events: { by: COMPETITOR },
  counts: false,
  audit: { shows: 'values', id: ({ competitorId }) => competitorId },
  removal: { withLocation: 'belongs to the account', withAccount: 'goes with the locations of competitors' },
};

export const competitorNameEntity: Entity = {
  type: NAME,
  keys: { pk: 'P#<partner>#ACCOUNT#<account>#COMPETITORS', sk: 'NAME#<digest of brand and name>' },
  answers: 'Does this account have a competitor brand of this name, or this brand a location of this name and zip?',
  attributes: { type: 'object', required: ['number', ...ofAccount], properties: { ...owner, number } },
  exported: { with: COMPETITOR },
  personal: false,
  events: false,
  counts: false,
  audit: { not: 'follows from its competitor' },
  removal: { withLocation: 'belongs to the account', withAccount: registerOfAccount },
};

export const competitorCountsEntity: Entity = {
  type: COUNTS,
  keys: { pk: 'P#<partner>#ACCOUNT#<account>#COMPETITORS', sk: 'COUNTS' },
  answers: 'How many competitor brands and locations does this account have?',
  attributes: {
    type: 'object',
    required: ['brands', 'locations', ...ofAccount],
    properties: {
      ...owner,
      brands: { type: 'integer', minimum: 0, maximum: MOST_BRANDS },
      locations: { type: 'integer', minimum: 0, maximum: MOST_LOCATIONS },
    },
  },
  exported: { with: COMPETITOR },
  personal: false,
  events: false,
  counts: false,
  audit: { not: 'follows from the competitors' },
  removal: { withLocation: 'belongs to the account', withAccount: 'goes with the names' },
};

export const competitorTombstoneEntity: Entity = {
  type: COMPETITOR_TOMBSTONE,
  keys: { pk: 'P#<partner>#COMPETITOR#<id>', sk: 'DELETED' },
  answers: 'Was this competitor deleted? Are links or reviews left to be removed?',
  attributes: {
    type: 'object',
    required: ['number', 'deletedAt', 'version', 'p0', 'expiresAtSeconds', ...ofAccount],
    properties: {
      ...owner,
      number,
      competitorId: number,
      compAccountId: number,
      businessNumbers: { type: 'array', items: number },
      deletedAt: text,
      rounds: number,
      version: number,
      p0: text,
      expiresAtSeconds: number,
    },
  },
  exported: { not: 'the competitor was deleted' },
  personal: false,
  events: { by: COMPETITOR },
  counts: false,
  audit: { not: 'says who deleted its competitor, whose entry shows that it is gone' },
  removal: { withLocation: 'expires', withAccount: 'expires' },
  tombstone: {
    stands: [COMPETITOR, BRAND],
    standsFor: ({ compAccountId }) => (compAccountId === undefined ? BRAND : COMPETITOR),
    keyOf: ({ pk }) => ({ pk, sk: 'DELETED' }),
    name: ({ number: deleted }) => `competitor ${deleted}`,
    sweep: sweepCompetitor,
  },
};
