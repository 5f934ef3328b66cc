/** Retrieve menu details: one record for each location of an account that has a menu. */
import { text } from '../../contract/atoms.ts';
import type { ErrorEntry } from '../../contract/error-entry.ts';
import * as errors from '../../contract/error-rows.ts';
import { responseTooLargeOf } from '../../contract/errors.ts';
import { field } from '../../contract/field.ts';
import type { Contract } from '../../contract/operation.ts';
import { addressed } from '../../contract/parameters.ts';
import { menus } from './menus.ts';

const nullableText = { type: ['string', 'null'] } as const;
const id = { type: 'integer', format: 'int64' } as const;
const timestamp = { type: 'string', format: 'date-time' } as const;

/** A menu in an operator's data file: the record without its two numbers. Menus are stored as given. */
export const menu = {
  type: 'object',
  required: ['id', 'menuDetails'],
  properties: {
    id: text,
    menuDetails: { type: 'object', 'x-read': 'opaque', required: ['menus'], properties: { name: text, menus } },
    createdAt: text,
    updatedAt: text,
    crmName: text,
  },
} as const;

/** The error if finding the window in a very large account would exceed the read limit of a request. */
export const menusTooDeep: ErrorEntry = {
  ...errors.pageTooDeep,
  message: 'sindex is too deep for the menus of this account: name the locations in businessNumbers',
};

/** The error if the response is known to be too large before the menus are read. */
export const responseTooLarge = responseTooLargeOf({ start: 'sindex', size: 'count' });

export const getMenuDetails = {
  id: 'getMenuDetails',
  method: 'POST',
  path: '/v1/listing/menu-details',
  summary: 'Retrieve menu details',
  tag: 'Listings',
  description: `Returns one record for each location of the account that has a menu, sorted by business number. A number that is not a
location of the account returns 1011 for the entire request. A request without a body returns the menus of all
locations.

Send \`Accept-Encoding: gzip\`: responses over 1 MB are then compressed. A response that is still too large, or over 6
MB without gzip, returns 400: request pages with \`sindex\` and \`count\` until a page is empty.`,
  module: 'menus',
  headers: {
    'x-business-number': addressed(
      errors.businessInvalid,
      'Number of the account or of one of its locations; it selects the account',
    ),
  },
  query: {
    sortBy: {
      description: 'Accepted here or in the body; changes nothing',
      schema: { enum: ['frequency', 'keyword'] },
      error: errors.sortByInvalid,
    },
  },
  paging: { start: 'sindex', size: 'count', defaultSize: 10, most: 1000, tooDeep: errors.pageTooDeep },
  repairsText: true,
  request: {
    title: 'MenuQuery',
    type: 'object',
    properties: {
      businessNumbers: field(
        {
          type: 'array',
          // Any number is accepted: one that can't be a location's is answered like an unknown location (1011).
          items: { type: 'number', format: 'int64' },
          maxItems: 500,
        },
        'Location numbers; all locations of the account if empty or omitted. A number that is not a location of ' +
          'the account returns 1011 for the entire request, and the message names it',
        [700102],
      ),
      sortBy: field(
        { enum: ['frequency', 'keyword'], 'x-errors': { enum: errors.sortByInvalid } },
        'Accepted here or in the query; changes nothing',
        'frequency',
      ),
    },
  },
  bodyOptional: true,
  reply: {
    title: 'MenuRecords',
    type: 'array',
    items: {
      title: 'MenuRecord',
      type: 'object',
      required: ['id', 'businessNumber', 'accountNumber', 'menuDetails', 'createdAt', 'updatedAt', 'crmName'],
      properties: {
        id: field(text, 'Id of the record', 'menu-700102'),
        businessNumber: field(id, 'Business number of the location', 700102),
        accountNumber: field(id, 'Number of its account', 700100),
        menuDetails: field(
          {
            title: 'MenuDetails',
            type: 'object',
            required: ['name', 'error', 'menus', 'businessNumber', 'correlationId'],
            properties: {
              name: field(text, 'Name of the location', 'Copper Kettle Coffee'),
              error: field(nullableText, 'Errors from the menu import', null),
              menus,
              businessNumber: field(id, 'Business number of the location', 700102),
              correlationId: field(text, 'Id of the menu import', 'demo-corr-0002'),
            },
          },
          'The menus',
        ),
        createdAt: field(timestamp, 'ISO 8601, UTC, with milliseconds', '2024-03-05T08:00:00.000Z'),
        updatedAt: field(timestamp, 'ISO 8601, UTC, with milliseconds', '2025-01-20T11:10:05.007Z'),
        crmName: field(text, 'Name of the CRM that the menu comes from', 'demo-crm'),
      },
    },
  },
  errors: { businessInvalid: errors.businessInvalid, sortByInvalid: errors.sortByInvalid, responseTooLarge },
  bodyIdentifiers: ['businessNumbers'],
  access: ['BatchGetItem', 'Query'],
} as const satisfies Contract;
