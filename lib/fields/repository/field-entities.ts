/** What is said of the items of custom fields (lib/entities.ts). */
import type { Entity } from '../../dynamodb/table/entity.ts';
import { removeValues } from '../remove-values.ts';
import { FIELD_TYPES } from './field.ts';
import { fieldsOfAccount, valuesOfLocation } from './values.ts';

const number = { type: 'integer' } as const;
const text = { type: 'string' } as const;
const owner = { partnerId: text, accountNumber: number } as const;
const ofAccount = ['partnerId', 'accountNumber'] as const;

export const fieldEntity: Entity = {
  type: 'customField',
  keys: {
    pk: 'P#<partner>#ACCOUNT#<account>#FIELDS',
    sk: 'FIELD#<id>',
    index: ['P#<partner>#ACCOUNT#<account>#FIELDS', '<id>'],
  },
  answers: 'Which custom fields, of which types, do the locations of this account have?',
  attributes: {
    type: 'object',
    required: [...ofAccount, 'fieldId', 'fieldName', 'fieldType', 'created', 'version', 'bytes', 'p0'],
    properties: {
      ...owner,
      fieldId: number,
      fieldName: text,
      fieldType: { enum: FIELD_TYPES },
      defaultValue: text,
      dropDownOptions: { type: 'array', items: text },
      fieldDescription: text,
      filterable: { type: 'boolean' },
      isHidden: { type: 'boolean' },
      created: text,
      version: { type: 'integer', minimum: 1 },
      bytes: number,
      p0: text,
    },
  },
  exported: 'line',
  personal: false,
  events: false,
  counts: false,
  audit: { shows: 'values', id: ({ fieldId }) => fieldId },
  removal: { withLocation: 'is none of a location', withAccount: 'goes with its values' },
};

export const fieldCountsEntity: Entity = {
  type: 'fieldCounts',
  keys: { pk: 'P#<partner>#ACCOUNT#<account>#FIELDS', sk: 'COUNTS' },
  answers: 'Has a field of this account been created, deleted or given other options, or has an option come into use?',
  attributes: {
    type: 'object',
    required: [...ofAccount, 'epoch'],
    properties: { ...owner, epoch: { type: 'integer', minimum: 1 }, uses: number },
  },
  exported: { with: 'customField' },
  personal: false,
  events: false,
  counts: false,
  audit: { not: 'follows from fields and values' },
  removal: { withLocation: 'is none of a location', withAccount: 'goes with the fields' },
};

export const fieldValueEntity: Entity = {
  type: 'fieldValue',
  keys: { pk: 'P#<partner>#ACCOUNT#<account>#FIELD#<id>', sk: '<location>' },
  answers: 'Which locations have this field, and with which value?',
  attributes: {
    type: 'object',
    required: [...ofAccount, 'fieldId', 'businessNumber', 'p0'],
    properties: { ...owner, fieldId: number, businessNumber: number, value: text, p0: text },
  },
  exported: { with: 'business' },
  personal: false,
  events: false,
  counts: false,
  audit: { not: 'stands in its location’s record' },
  removal: { withLocation: valuesOfLocation, withAccount: fieldsOfAccount },
};

export const fieldTombstoneEntity: Entity = {
  type: 'fieldTombstone',
  keys: { pk: 'P#<partner>#ACCOUNT#<account>#FIELDS', sk: 'GONE#<id>' },
  answers:
    'Which fields were deleted, so that no row that was read before restores them? Are values left to be removed?',
  attributes: {
    type: 'object',
    required: [...ofAccount, 'fieldId', 'fieldName', 'deletedAt', 'version', 'p0'],
    properties: {
      ...owner,
      fieldId: number,
      fieldName: text,
      deletedAt: text,
      version: number,
      rounds: number,
      p0: text,
    },
  },
  exported: { not: 'the field was deleted' },
  personal: false,
  events: false,
  counts: false,
  audit: { not: 'says who deleted its field, whose entry shows that it is gone' },
  removal: { withLocation: 'is none of a location', withAccount: 'goes with the fields' },
  tombstone: {
    stands: ['customField'],
    standsFor: () => 'customField',
    keyOf: ({ pk, sk }) => ({ pk, sk: sk.replace(/^FIELD#/, 'GONE#') }),
    name: ({ fieldId }) => `field ${fieldId}`,
    sweep: (store, tombstone, { hasTime }) => removeValues(store, tombstone, hasTime),
  },
};
