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
  description:
    'The locations of one account, not those of its sub-accounts: all of them, or those that `searchStr` and the other ' +
    'fields find; what is left out or blank narrows nothing. Equals in the order are in order of business number, which ' +
    'ascends. `totalCount` counts all that were found, whatever the page.\n\n' +
    'A search follows a write within a second. Pages are counted from the beginning of the list: what does not change ' +
    'while you page keeps its place among the others, and moves only as far as locations ahead of it come, go or change ' +
    'the field of the order. To miss none of an account that grows, sort by `createdAt` with `ASC`.',
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
        'A part of the name or the alias, without case and accents; digits are also looked for at the start of the ' +
          'business number, the phone and the zip; or a whole `externalReferenceId`',
        'kettle',
      ),
      sortBy: field({ enum: ['name', 'createdAt', 'createdBy'] }, 'Order; `createdAt` unless it is sent', 'name'),
      sortOrder: field({ enum: ['ASC', 'DESC'] }, 'Direction; `DESC` unless it is sent', 'ASC'),
      startIndex: field(
        { type: 'integer', minimum: 0 },
        'Index of the first location, from 0; with `pageSize` at most 100000',
        0,
      ),
      pageSize: field({ type: 'integer', minimum: 1, maximum: 1000 }, 'Number of locations; 25 unless it is sent', 25),
      status: field(someOf(STATUSES), 'Activation status, any of these', ['active']),
      type: field(someOf(TYPES), 'Type, any of these', ['Enterprise-Location']),
      externalReferenceId: field(line, 'Exactly this id', 'crm-700101'),
      customFields: field(
        { type: 'object', 'x-read': 'opaque' },
        'Values by the name of a custom field that is `filterable`; any other name is a 400. Found are locations that have ' +
          'all of them: a value as a whole, without case and accents, numbers by what they are worth, of a `DROPDOWN_MULTI` ' +
          'all the options that are sent. A blank value narrows nothing',
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
      totalCount: field({ type: 'integer' }, 'How many locations were found', 1),
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
              createdAt: field(text, 'Day of creation in UTC, `MMM DD, YYYY`; empty where unknown', 'Feb 02, 2025'),
              createdBy: field(text, 'Who created it', 'Orchard Presence Partners'),
              businessNumber: field({ type: 'integer', format: 'int64' }, 'Its number', 700101),
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
