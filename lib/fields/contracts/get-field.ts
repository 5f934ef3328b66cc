/** Get field: one custom field of an account. */
import * as errors from '../../contract/error-rows.ts';
import type { Contract } from '../../contract/operation.ts';
import { account, fieldId, fieldRecord, locationBizNumber } from './shared-schemas.ts';

export const getField = {
  id: 'getField',
  module: 'fields',
  method: 'GET',
  path: '/v1/business/public/custom-fields/get/{fieldId}',
  summary: 'Get custom field',
  tag: 'Custom fields',
  description: `Returns a custom field, with its value if you name a location. Without a location, the \`ETag\` is for updating the
field. With a location, it covers field and value, and is for setting the value.`,
  pathParameters: { fieldId },
  query: { locationBizNumber },
  headers: account,
  etag: true,
  reply: fieldRecord,
  errors: { businessInvalid: errors.businessInvalid, fieldNotFound: errors.fieldNotFound },
  access: ['BatchGetItem', 'GetItem'],
} as const satisfies Contract;
