/** List services: a page of the services of an account. */
import { text } from '../../contract/atoms.ts';
import * as errors from '../../contract/error-rows.ts';
import { field } from '../../contract/field.ts';
import * as laterErrors from '../../contract/later-error-rows.ts';
import type { Contract } from '../../contract/operation.ts';
import { account, shownService } from './shared-schemas.ts';

export const listServices = {
  id: 'listServices',
  module: 'services',
  method: 'POST',
  path: '/v1/alpha-services/services',
  summary: 'List services',
  tag: 'Services',
  description: `Lists the services of an account, the last changed first. The list includes a write within a second.

Equal services are in ascending order of their ids. Services without a price come last in either order of prices. Names are in
the order of searches, which ignores case and accents.`,
  query: {
    ...account,
    sortBy: {
      description: 'Order of the list; `updated` by default',
      schema: { enum: ['updated', 'name', 'price'] },
      folds: 'lower',
    },
    sortOrder: {
      description: 'Direction of the order; `desc` by default',
      schema: { enum: ['asc', 'desc'] },
      folds: 'lower',
    },
  },
  paging: {
    start: 'startIndex',
    size: 'pageSize',
    defaultSize: 25,
    firstPage: true,
    ahead: true,
    most: 1000,
    tooDeep: laterErrors.pageTooDeep,
  },
  bodyOptional: true,
  request: {
    title: 'ServiceQuery',
    type: 'object',
    properties: {
      search: field(
        { ...text, maxLength: 140 },
        'A fragment of the id or the name, at most 140 characters; case and accents are ignored',
        'espr',
      ),
    },
  },
  reply: {
    title: 'ServiceList',
    type: 'object',
    required: ['totalCount', 'services'],
    properties: {
      totalCount: field({ type: 'integer' }, 'Number of services on all pages', 1),
      services: field({ type: 'array', items: shownService }, 'The page'),
    },
  },
  errors: { businessInvalid: errors.businessInvalid },
  access: ['BatchGetItem', 'Query'],
} as const satisfies Contract;
