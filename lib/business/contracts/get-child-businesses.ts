/** Get child businesses: the locations and sub-accounts of an account. */

import { field } from '../../contract/field.ts';
import * as laterErrors from '../../contract/later-error-rows.ts';
import type { Contract } from '../../contract/operation.ts';
import { addressed } from '../../contract/parameters.ts';
import { updatedBusiness } from './updated-business.ts';

const text = { type: 'string' } as const;

export const getChildBusinesses = {
  id: 'getChildBusinesses',
  method: 'GET',
  path: '/v1/business/child/all',
  summary: 'Get child businesses',
  tag: 'Businesses',
  description: `Lists the locations and sub-accounts of an account by number: the first 1,000, or the page you request. For a location
the list is empty. The list includes a write within a second.`,
  module: 'business',
  query: { pid: addressed(laterErrors.businessNotFound, 'The number of the account') },
  paging: {
    start: 'startIndex',
    size: 'pageSize',
    defaultSize: 1000,
    most: 1000,
    tooDeep: laterErrors.pageTooDeep,
  },
  reply: {
    title: 'ChildBusinesses',
    type: 'array',
    items: {
      title: 'ChildBusiness',
      type: 'object',
      required: ['id', 'name', 'alias', 'phone', 'address', 'status', 'type', 'createdOn', 'createdBy'],
      properties: {
        id: field({ type: 'integer', format: 'int64' }, 'Number of the location or sub-account', 700101),
        name: field(text, 'Name', 'Copper Kettle Grill'),
        alias: field(text, 'Internal label', 'Grill Atascadero'),
        phone: field(text, 'Phone number', '(805) 555-0101'),
        address: updatedBusiness.properties.location,
        status: field(text, 'Activation status', 'active'),
        type: field(text, 'Type', 'Enterprise-Location'),
        createdOn: field(text, 'Creation date in UTC, `MMM DD, YYYY`; empty if unknown', 'Feb 02, 2025'),
        createdBy: field(text, 'Who created it', 'Orchard Presence Partners'),
        childCount: field({ type: 'integer' }, 'Accounts only: number of its own locations and sub-accounts', 0),
      },
    },
  },
  errors: { businessNotFound: laterErrors.businessNotFound },
  access: ['BatchGetItem', 'Query'],
} as const satisfies Contract;
