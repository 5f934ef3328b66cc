/** What locations, and what is left of deleted ones and of deleted accounts, declare (lib/entities.ts). */
import { sendRemoval } from '../../connectors/repository/messages.ts';
import type { Entity } from '../../dynamodb/table/entity.ts';
import { HELD_SECONDS } from '../../subscriptions/repository/subscription.ts';
import { businessEvents } from '../events.ts';
import { removeDependents } from '../remove-dependents.ts';
import { locationsOfAccount } from './deletion.ts';
import { tombstoneFrom } from './tombstone.ts';

/** By so much clocks are apart. */
const MARGIN_SECONDS = 2;

const number = { type: 'integer' } as const;
const text = { type: 'string' } as const;

export const businessEntity: Entity = {
  type: 'business',
  keys: {
    pk: 'P#<partner>#BUSINESS#<number>',
    sk: 'PROFILE',
    index: ['P#<partner>#ACCOUNT#<account>#CHILDREN', '<number>'],
  },
  answers: 'What is the profile of this location? Which locations does this account have?',
  attributes: {
    type: 'object',
    required: ['businessNumber', 'accountNumber', 'partnerId', 'version', 'bytes', 'p0'],
    properties: {
      businessNumber: { type: 'integer' },
      accountNumber: { type: 'integer' },
      partnerId: { type: 'string' },
      version: { type: 'integer', minimum: 1 },
      bytes: { type: 'integer', minimum: 0 },
      listingFixed: { type: 'boolean' },
    },
  },
  exported: 'line',
  personal: false,
  events: {
    sends: ['BUSINESS_CREATED', 'BUSINESS_UPDATED', 'BUSINESS_STATUS_CHANGED'],
    of: businessEvents,
    // To subscribers, an account is one of its businesses.
    ofOthers: { account: businessEvents },
  },
  counts: false,
  audit: 'values',
  removal: { withLocation: 'is the record itself', withAccount: locationsOfAccount },
};

export const tombstoneEntity: Entity = {
  type: 'tombstone',
  keys: { pk: 'P#<partner>#BUSINESS#<number>, P#<partner>#ACCOUNT#<number>', sk: 'DELETED' },
  answers: 'Which writes came before the deletion? Which dependent items still have to be removed?',
  attributes: {
    type: 'object',
    required: ['partnerId', 'kind', 'number', 'accountNumber', 'deletedAt', 'version', 'p0', 'expiresAtSeconds'],
    properties: {
      partnerId: text,
      kind: { enum: ['account', 'business'] },
      number,
      accountNumber: number,
      businessType: text,
      parent: number,
      deletedAt: text,
      version: number,
      p0: text,
      rounds: number,
      looks: number,
      expiresAtSeconds: number,
    },
  },
  exported: { not: 'its record was deleted; it expires within 30 days' },
  personal: false,
  events: { sends: ['BUSINESS_DELETED'], of: businessEvents },
  counts: false,
  audit: { not: 'says who deleted its record, whose entry shows that it is gone' },
  removal: { withLocation: 'says that it is gone, and expires', withAccount: 'says that it is gone, and expires' },
  tombstone: {
    stands: ['business', 'account'],
    standsFor: ({ kind }) => String(kind),
    keyOf: ({ pk }) => ({ pk, sk: 'DELETED' }),
    name: ({ kind, number: deleted }) => `${kind} ${deleted}`,
    sweep: (store, tombstone, options) => removeDependents(store, tombstoneFrom(tombstone), options),
  },
  work: { on: ['made'], start: sendRemoval(HELD_SECONDS + MARGIN_SECONDS) },
};
