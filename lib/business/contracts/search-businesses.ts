/** Search businesses: the locations of an account by name, numbers, status, type and custom fields. */
import { line } from '../../contract/atoms.ts';
import * as errors from '../../contract/error-rows.ts';
import { field } from '../../contract/field.ts';
import * as laterErrors from '../../contract/later-error-rows.ts';
import type { Contract } from '../../contract/operation.ts';
import { addressed } from '../../contract/parameters.ts';

const text = { type: 'string' } as const;
const STATUSES = ['active', 'inactive', 'demo', 'paid', 'suspended'] as const;
const TYPES = ['Business', 'Enterprise-Location', 'Product', 'Enterprise-Product', 'Enterprise', 'Reseller'] as const;

const someOf = <const Values extends readonly string[]>(values: Values) =>
  ({ type: 'array', items: { enum: values }, 'x-read': 'list', maxItems: 100 }) as const;

export const searchBusinesses = {
  id: 'searchBusinesses',
  method: 'POST',
  path: '/v1/business/{businessId}/search',
  summary: 'Search businesses',
  tag: 'Businesses',
  description: `Searches the locations of one account, without those of its sub-accounts. Omitted or blank filters are ignored.
Locations with the same value of the sort field are sorted by business number, ascending. \`totalCount\` counts all
matches, not only this page.

The search includes a write within a second. A location that is created, deleted or moved in the sort order while you
page shifts the locations after it. To miss none while an account grows, sort by \`createdAt\` with \`ASC\`.`,
  module: 'business',
  pathParameters: {
    businessId: addressed(errors.businessInvalid, 'The number of the account, or of one of its locations'),
  },
  request: {
    title: 'BusinessSearch',
    type: 'object',
    properties: {
      searchStr: field(
        { ...line, maxLength: 250 },
        'Part of the name or alias, ignoring case and accents; digits also match the start of the business ' +
          'number, phone or zip; or a complete `externalReferenceId`',
        'kettle',
      ),
      sortBy: field({ enum: ['name', 'createdAt', 'createdBy'] }, 'Sort field; `createdAt` by default', 'name'),
      sortOrder: field({ enum: ['ASC', 'DESC'] }, 'Sort direction; `DESC` by default', 'ASC'),
      startIndex: field(
        { type: 'integer', minimum: 0 },
        'Index of the first location, from 0; plus `pageSize` at most 100000',
        0,
      ),
      pageSize: field({ type: 'integer', minimum: 1, maximum: 1000 }, 'Number of locations; 25 by default', 25),
      status: field(someOf(STATUSES), 'Activation status: any of these', ['active']),
      type: field(someOf(TYPES), 'Type: any of these', ['Enterprise-Location']),
      externalReferenceId: field(line, 'Exact id', 'crm-700101'),
      customFields: field(
        { type: 'object', 'x-read': 'opaque' },
        'Values by the name of a `filterable` custom field; any other name returns 400. A location must have all ' +
          'of them. Values match as a whole, ignoring case and accents; numbers by their numeric value; a ' +
          '`DROPDOWN_MULTI` must have all given options. Blank values are ignored',
        { Region: 'Central Coast' },
      ),
    },
  },
  pagedBy: { start: 'startIndex', size: 'pageSize', counts: 'records', usual: 100 },
  bodyOptional: true,
  reply: {
    title: 'FoundBusinesses',
    type: 'object',
    required: ['totalCount', 'accounts'],
    properties: {
      totalCount: field({ type: 'integer' }, 'Number of matching locations', 1),
      accounts: field(
        {
          type: 'array',
          items: {
            title: 'FoundBusiness',
            type: 'object',
            required: [
              'name',
              'status',
              'createdAt',
              'createdBy',
              'businessNumber',
              'type',
              'externalReferenceId',
              'city',
              'state',
              'zip',
            ],
            properties: {
              name: field(text, 'Name', 'Copper Kettle Grill'),
              status: field({ enum: STATUSES }, 'Activation status', 'active'),
              createdAt: field(text, 'Creation date in UTC, `MMM DD, YYYY`; empty if unknown', 'Feb 02, 2025'),
              createdBy: field(text, 'Who created it', 'Orchard Presence Partners'),
              businessNumber: field({ type: 'integer', format: 'int64' }, 'Business number', 700101),
              type: field(text, 'Type', 'Enterprise-Location'),
              externalReferenceId: field({ type: ['string', 'null'] }, 'Its id elsewhere', null),
              city: field(text, 'City', 'Atascadero'),
              state: field(text, 'State', 'CA'),
              zip: field(text, 'Postal code', '93422'),
            },
          },
        },
        'The page',
      ),
    },
  },
  errors: { businessInvalid: errors.businessInvalid, pageTooDeep: laterErrors.pageTooDeep },
  access: ['BatchGetItem', 'Query'],
} as const satisfies Contract;
