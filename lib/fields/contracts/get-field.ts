/** Get field: one custom field of an account. */
import * as errors from '../../contract/error-rows.ts';
import type { Contract } from '../../contract/operation.ts';
import { account, fieldId, fieldRecord, locationBizNumber } from './parts.ts';

export const getField = {
  id: 'getField',
  module: 'fields',
  method: 'GET',
  path: '/v1/business/public/custom-fields/get/{fieldId}',
  summary: 'Get custom field',
  tag: 'Custom fields',
  description:
    'One custom field, with its value at a location where one is named. Its `ETag` is for updates of the field; asked for ' +
    'with a location it names the state of both, and is for setting the value.',
  pathParameters: { fieldId },
  query: { locationBizNumber },
  headers: account,
  etag: true,
  reply: fieldRecord,
  errors: { businessInvalid: errors.businessInvalid, fieldNotFound: errors.fieldNotFound },
  access: ['BatchGetItem', 'GetItem'],
} as const satisfies Contract;
