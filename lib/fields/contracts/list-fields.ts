/** List fields: the custom fields of an account. */
import { line } from '../../contract/atoms.ts';
import * as errors from '../../contract/error-rows.ts';
import { field } from '../../contract/field.ts';
import * as laterErrors from '../../contract/later-error-rows.ts';
import type { Contract } from '../../contract/operation.ts';
import { account, fieldRecord, locationBizNumber } from './shared-schemas.ts';

export const listFields = {
  id: 'listFields',
  module: 'fields',
  method: 'POST',
  path: '/v1/business/public/custom-fields/getList',
  summary: 'List custom fields',
  tag: 'Custom fields',
  description: `Lists the custom fields of an account, with their values if you name a location. The list includes earlier writes at
once.`,
  query: { locationBizNumber },
  headers: account,
  request: {
    title: 'CustomFieldSearch',
    type: 'object',
    required: ['page', 'size'],
    properties: {
      page: field({ type: 'integer', minimum: 0 }, 'Page number, from 0; times `size` at most 100000', 0),
      size: field({ type: 'integer', minimum: 1, maximum: 1000 }, 'Fields per page, 1 to 1000', 25),
      searchStr: field(
        { ...line, maxLength: 250 },
        'Part of the name or description, ignoring case and accents',
        'park',
      ),
      sortBy: field({ enum: ['fieldName', 'id', 'fieldDescription'] }, 'Sort field; `fieldName` by default', 'id'),
      orderBy: field({ enum: ['asc', 'desc'] }, 'Sort direction; `asc` by default', 'asc'),
    },
  },
  pagedBy: { start: 'page', size: 'size', counts: 'pages', usual: 100 },
  reply: { title: 'CustomFieldList', type: 'array', items: fieldRecord },
  errors: { businessInvalid: errors.businessInvalid, pageTooDeep: laterErrors.pageTooDeep },
  access: ['BatchGetItem', 'GetItem', 'Query'],
} as const satisfies Contract;
