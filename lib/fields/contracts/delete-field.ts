/** Delete field: a custom field of an account, with its values. */
import * as errors from '../../contract/error-rows.ts';
import type { Contract } from '../../contract/operation.ts';
import { account, fieldId } from './shared-schemas.ts';

export const deleteField = {
  id: 'deleteField',
  module: 'fields',
  method: 'DELETE',
  path: '/v1/business/public/custom-fields/delete/{fieldId}',
  summary: 'Delete custom field',
  tag: 'Custom fields',
  description: `Deletes a custom field. It disappears immediately. Its values are removed from all locations within a minute, and each of
these locations sends \`BUSINESS_UPDATED\`.

Sending back an earlier record does not restore the field: a row of \`customFields\` with its name and its id is
ignored. If you create a field with the same name, rows with that name belong to the new field.`,
  pathParameters: { fieldId },
  headers: account,
  writes: true,
  lasting: true,
  ifMatch: true,
  reply: { title: 'CustomFieldDeleted', type: 'object', properties: {}, description: 'Always empty' },
  errors: { businessInvalid: errors.businessInvalid, fieldNotFound: errors.fieldNotFound },
  access: ['BatchGetItem', 'GetItem', 'Query', 'PutItem', 'UpdateItem', 'DeleteItem'],
} as const satisfies Contract;
