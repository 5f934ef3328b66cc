/** Update field: all of a custom field but its name and type. */
import { trueOrFalse } from '../../contract/atoms.ts';
import * as errors from '../../contract/error-rows.ts';
import { field } from '../../contract/field.ts';
import type { Contract } from '../../contract/operation.ts';
import { account, fieldId, fieldProperties } from './parts.ts';

export const updateField = {
  id: 'updateField',
  module: 'fields',
  method: 'PUT',
  path: '/v1/business/public/custom-fields/update/{fieldId}',
  summary: 'Update custom field',
  tag: 'Custom fields',
  description: `Changes a custom field. What is left out stays, \`null\` or an empty text clears it; name and type stay.

\`dropDownOptions\` is the full list. An option that a location uses can't be left out (5026), nor one that is the default
value. Send \`If-Match\` with the \`ETag\` of get custom field, asked for without a location.`,
  pathParameters: { fieldId },
  headers: account,
  writes: true,
  ifMatch: true,
  bodyMissing: errors.fieldRequired,
  request: {
    title: 'CustomFieldChange',
    type: 'object',
    properties: {
      ...fieldProperties,
      isHidden: field(trueOrFalse, 'Whether your own pages are to hide it', false),
    },
  },
  reply: { title: 'CustomFieldChanged', type: 'object', properties: {}, description: 'Always empty' },
  errors: {
    fieldRequired: errors.fieldRequired,
    businessInvalid: errors.businessInvalid,
    fieldNotFound: errors.fieldNotFound,
    fieldLimitReached: errors.fieldLimitReached,
    fieldInUse: errors.fieldInUse,
  },
  access: ['BatchGetItem', 'GetItem', 'Query', 'PutItem', 'UpdateItem', 'ConditionCheckItem'],
} as const satisfies Contract;
