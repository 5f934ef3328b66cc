/** Update field: all of a custom field but its name and type. */
import { trueOrFalse } from '../../contract/atoms.ts';
import * as errors from '../../contract/error-rows.ts';
import { field } from '../../contract/field.ts';
import type { Contract } from '../../contract/operation.ts';
import { account, fieldId, fieldProperties } from './shared-schemas.ts';

export const updateField = {
  id: 'updateField',
  module: 'fields',
  method: 'PUT',
  path: '/v1/business/public/custom-fields/update/{fieldId}',
  summary: 'Update custom field',
  tag: 'Custom fields',
  description: `Updates a custom field. Fields you omit keep their values; \`null\` or an empty text clears them. Name and type can't be
changed.

\`dropDownOptions\` is the complete list. You can't remove an option that a location uses (5026), or the default value.
Send \`If-Match\` with the \`ETag\` of get custom field without a location.`,
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
      isHidden: field(trueOrFalse, 'Whether your own pages hide the field', false),
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
