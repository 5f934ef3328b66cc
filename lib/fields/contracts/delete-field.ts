/** Delete field: a custom field of an account, with its values. */
import * as errors from '../../contract/error-rows.ts';
import type { Contract } from '../../contract/operation.ts';
import { account, fieldId } from './parts.ts';

export const deleteField = {
  id: 'deleteField',
  module: 'fields',
  method: 'DELETE',
  path: '/v1/business/public/custom-fields/delete/{fieldId}',
  summary: 'Delete custom field',
  tag: 'Custom fields',
  description: `Deletes a custom field. It is gone at once; its values leave all locations within a minute, and each of these
locations tells \`BUSINESS_UPDATED\`.

What was read before does not bring it back: a row of \`customFields\` with its name and its id is dropped. Create a field of
the name again, and rows of that name are the new field's.`,
  pathParameters: { fieldId },
  headers: account,
  writes: true,
  lasting: true,
  ifMatch: true,
  reply: { title: 'CustomFieldDeleted', type: 'object', properties: {}, description: 'Always empty' },
  errors: { businessInvalid: errors.businessInvalid, fieldNotFound: errors.fieldNotFound },
  access: ['BatchGetItem', 'GetItem', 'Query', 'PutItem', 'UpdateItem', 'DeleteItem'],
} as const satisfies Contract;
