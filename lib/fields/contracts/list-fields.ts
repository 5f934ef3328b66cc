/** List fields: the custom fields of an account. */
import { line } from '../../contract/atoms.ts';
import * as errors from '../../contract/error-rows.ts';
import { field } from '../../contract/field.ts';
import * as laterErrors from '../../contract/later-error-rows.ts';
import type { Contract } from '../../contract/operation.ts';
import { account, fieldRecord, locationBizNumber } from './parts.ts';

export const listFields = {
  id: 'listFields',
  module: 'fields',
  method: 'POST',
  path: '/v1/business/public/custom-fields/getList',
  summary: 'List custom fields',
  tag: 'Custom fields',
  description:
    'A page of the custom fields of an account, with their values at a location where one is named. It shows every write ' +
    'at once.',
  query: { locationBizNumber },
  headers: account,
  request: {
    title: 'CustomFieldSearch',
    type: 'object',
    required: ['page', 'size'],
    properties: {
      page: field({ type: 'integer', minimum: 0 }, 'Number of the page, from 0; times `size` at most 100000', 0),
      size: field({ type: 'integer', minimum: 1, maximum: 1000 }, 'Fields of a page, 1 to 1000', 25),
      searchStr: field(
        { ...line, maxLength: 250 },
        'A part of the name or the description, without case and accents',
        'park',
      ),
      sortBy: field({ enum: ['fieldName', 'id', 'fieldDescription'] }, 'Order; `fieldName` unless it is sent', 'id'),
      orderBy: field({ enum: ['asc', 'desc'] }, 'Direction; `asc` unless it is sent', 'asc'),
    },
  },
  pagedBy: { start: 'page', size: 'size', counts: 'pages', usual: 100 },
  reply: { title: 'CustomFieldList', type: 'array', items: fieldRecord },
  errors: { businessInvalid: errors.businessInvalid, pageTooDeep: laterErrors.pageTooDeep },
  access: ['BatchGetItem', 'GetItem', 'Query'],
} as const satisfies Contract;
