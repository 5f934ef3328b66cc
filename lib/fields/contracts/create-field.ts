/** Create field: a custom field of the locations of an account. */
import { maxLine } from '../../contract/atoms.ts';
import * as errors from '../../contract/error-rows.ts';
import { field } from '../../contract/field.ts';
import type { Contract } from '../../contract/operation.ts';
import { FIELD_TYPES, LONGEST_NAME } from '../repository/field.ts';
import { account, fieldProperties } from './shared-schemas.ts';

export const createField = {
  id: 'createField',
  module: 'fields',
  method: 'POST',
  path: '/v1/business/public/custom-fields/create',
  summary: 'Create custom field',
  tag: 'Custom fields',
  description: `Creates a custom field for the locations of an account.

- A name is unique in the account, case-insensitive (5022), and must not be a field of update business (5039). Name
  and type can't be changed later.
- An account has at most 200 fields, 10 of them filterable, and 1,000,000 bytes of fields (5040).
- Values: \`TEXT\` and \`TEXT_RAW\` are any text, \`URL\` is an http or https URL, \`NUMBER\` a decimal number, \`DATE\` is
  MM/DD/YYYY, \`DROPDOWN_SINGLE\` one of the options, \`DROPDOWN_MULTI\` some of them, comma-separated (its options have
  no commas). Options of other types are ignored.`,
  headers: account,
  writes: true,
  lasting: true,
  etag: true,
  bodyMissing: errors.fieldRequired,
  request: {
    title: 'CustomFieldToCreate',
    type: 'object',
    required: ['fieldName', 'type'],
    properties: {
      fieldName: field(maxLine(LONGEST_NAME), `Name, 1 to ${LONGEST_NAME} characters`, 'Dress code'),
      type: field(
        { enum: FIELD_TYPES, 'x-blank': 'check', 'x-missing': '', 'x-errors': { enum: errors.fieldTypeInvalid } },
        'Type of the values',
        'TEXT',
      ),
      ...fieldProperties,
    },
  },
  reply: {
    title: 'CustomFieldCreated',
    type: 'object',
    required: ['id', 'fieldName', 'created', 'updated'],
    properties: {
      id: field({ type: 'integer', format: 'int64' }, 'Id; 0 in a dry run', 512345678901234),
      fieldName: field({ type: 'string' }, 'Its name', 'Dress code'),
      created: field(
        { type: 'integer', format: 'int64' },
        'When it was created, epoch milliseconds',
        1_772_600_767_890,
      ),
      updated: field({ type: 'integer', format: 'int64' }, 'When it was last changed', 1_772_600_767_890),
    },
  },
  errors: {
    fieldRequired: errors.fieldRequired,
    fieldTypeInvalid: errors.fieldTypeInvalid,
    fieldNameReserved: errors.fieldNameReserved,
    businessInvalid: errors.businessInvalid,
    fieldNameTaken: errors.fieldNameTaken,
    fieldLimitReached: errors.fieldLimitReached,
  },
  access: ['BatchGetItem', 'Query', 'PutItem', 'UpdateItem', 'ConditionCheckItem'],
} as const satisfies Contract;
