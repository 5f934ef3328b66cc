/** List employees: who serves the customers of an account or of a location. */
import * as errors from '../../contract/error-rows.ts';
import * as laterErrors from '../../contract/later-error-rows.ts';
import type { Contract } from '../../contract/operation.ts';
import { depthOf, sizeParameter, startParameter } from '../../contract/page-size.ts';
import { business, SHOWN, shown } from './shared-schemas.ts';

const MOST = 1000;

export const listEmployees = {
  id: 'listEmployees',
  module: 'employees',
  method: 'GET',
  path: '/v1/employee/{businessId}',
  summary: 'List employees',
  tag: 'Employees',
  description: `Lists the active employees of an account, by last name, first name and email. A location's number lists its own employees
and those of all locations. The list includes a write within a second.`,
  pathParameters: business,
  query: { startIndex: startParameter, pageSize: sizeParameter(MOST, 'rest') },
  depth: depthOf({ start: 'startIndex', size: 'pageSize', most: MOST, defaultSize: 'rest' }),
  reply: {
    title: 'EmployeeList',
    type: 'array',
    items: { title: 'ListedEmployee', type: 'object', required: SHOWN, properties: shown },
  },
  errors: {
    businessInvalid: errors.businessInvalid,
    pageSizeInvalid: errors.pageSizeInvalid,
    pageTooDeep: laterErrors.pageTooDeep,
  },
  access: ['BatchGetItem', 'Query'],
} as const satisfies Contract;
