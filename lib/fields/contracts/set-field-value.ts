/** Set field value: the value of a custom field at a location. */
import { maxText, text } from '../../contract/atoms.ts';
import * as errors from '../../contract/error-rows.ts';
import { recordTooLarge } from '../../contract/errors.ts';
import { field } from '../../contract/field.ts';
import type { Contract } from '../../contract/operation.ts';
import { recordNumber } from '../../contract/parameters.ts';
import { LONGEST_VALUE } from '../repository/field.ts';
import { account, fieldRecord } from './shared-schemas.ts';

const { id, fieldName, type, defaultValue, isHidden, filterable } = fieldRecord.properties;

export const setFieldValue = {
  id: 'setFieldValue',
  module: 'fields',
  method: 'PUT',
  path: '/v1/business/public/custom-fields/associate',
  summary: 'Set the value of a custom field',
  tag: 'Custom fields',
  description: `Sets the value of a custom field at a location. It is the same value that \`customFields\` of update business sets.

A value that does not fit the field's type returns 5028. \`If-Match\` takes the \`ETag\` of get custom field: with the
location, neither field nor value may have changed; without it, the field may not have changed.`,
  headers: account,
  writes: true,
  etag: true,
  ifMatch: true,
  bodyMissing: errors.fieldRequired,
  request: {
    title: 'CustomFieldValue',
    type: 'object',
    required: ['businessNumber', 'fieldId', 'fieldValue'],
    properties: {
      businessNumber: field(
        { ...recordNumber, 'x-errors': { minimum: errors.businessInvalid, maximum: errors.businessInvalid } },
        'The business number of the location',
        700102,
      ),
      fieldId: field(
        { ...recordNumber, 'x-errors': { minimum: errors.fieldNotFound, maximum: errors.fieldNotFound } },
        'The id of the field',
        740001,
      ),
      fieldValue: field(maxText(LONGEST_VALUE), `The value, at most ${LONGEST_VALUE} characters`, 'Garage'),
    },
  },
  reply: {
    title: 'CustomFieldValueSet',
    type: 'object',
    required: ['id', 'fieldName', 'type', 'fieldValue', 'defaultValue', 'isHidden', 'filterable', 'allBusinesses'],
    properties: {
      id,
      fieldName,
      type,
      fieldValue: field(text, 'The value', 'Garage'),
      defaultValue,
      isHidden,
      filterable,
      allBusinesses: field({ type: 'boolean' }, 'Whether every location of the account has a value', false),
    },
  },
  errors: {
    fieldRequired: errors.fieldRequired,
    businessInvalid: errors.businessInvalid,
    fieldNotFound: errors.fieldNotFound,
    fieldValueInvalid: errors.fieldValueInvalid,
    recordTooLarge,
  },
  bodyIdentifiers: ['businessNumber', 'fieldId'],
  access: ['BatchGetItem', 'GetItem', 'Query', 'PutItem', 'UpdateItem', 'DeleteItem', 'ConditionCheckItem'],
} as const satisfies Contract;
