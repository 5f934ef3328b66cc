/** List products: a page of the products of an account. */
import { text } from '../../contract/atoms.ts';
import type { ErrorEntry } from '../../contract/error-entry.ts';
import * as errors from '../../contract/error-rows.ts';
import { responseTooLargeOf } from '../../contract/errors.ts';
import { field } from '../../contract/field.ts';
import * as laterErrors from '../../contract/later-error-rows.ts';
import type { Contract } from '../../contract/operation.ts';
import { PRODUCT_STATUSES } from '../repository/product.ts';
import { account, shownFields, shownNames } from './shared-schemas.ts';

/** The answer to a page that no response can hold. */
export const pageTooLarge: ErrorEntry = responseTooLargeOf({ start: 'pageNumber', size: 'pageSize' });

const ofPage = 'must be a whole number from 0';
const ofSize = 'must be a whole number from 1';

export const listProducts = {
  id: 'listProducts',
  module: 'products',
  method: 'POST',
  path: '/v1/listing/public/product/getList',
  summary: 'List products',
  tag: 'Products',
  description: `Lists the products of an account, the last changed first. Products with the same time are sorted by id. The list
includes a write within a second.

\`businessNumbers\` selects products that any of these locations shows; products of all locations are included. A number that is
not a location of the account returns 1011, and the message names it.`,
  query: {
    pageSize: {
      description: 'Products of a page, 1 to 1000; 50 by default',
      schema: { type: 'integer', minimum: 1, maximum: 1000, 'x-errors': { type: ofSize, minimum: ofSize } },
    },
    pageNumber: {
      description: 'The page, from 0; 0 by default',
      schema: {
        type: 'integer',
        format: 'int64',
        minimum: 0,
        maximum: 99_999,
        'x-errors': { type: ofPage, minimum: ofPage },
      },
    },
  },
  headers: account,
  depth: {
    start: 'pageNumber',
    size: 'pageSize',
    defaultSize: 50,
    inPages: true,
    tooDeep: laterErrors.pageTooDeep,
    usual: 100,
  },
  bodyOptional: true,
  request: {
    title: 'ProductQuery',
    type: 'object',
    properties: {
      search: field(text, 'A fragment of the title or the SKU; case and accents are ignored', 'blend'),
      status: field(
        { type: 'array', items: { enum: PRODUCT_STATUSES, 'x-read': 'upper' }, maxItems: 100 },
        'Products of any of these statuses; all of them if empty or omitted',
        ['PUBLISH'],
      ),
      businessNumbers: field(
        { type: 'array', items: { type: 'number', format: 'int64' }, maxItems: 100 },
        'Products of any of these locations, at most 100; all products of the account if empty or omitted',
        [700102],
      ),
    },
  },
  reply: {
    title: 'ProductList',
    type: 'object',
    required: ['response', 'totalCount'],
    properties: {
      response: field(
        {
          type: 'array',
          items: {
            title: 'ListedProduct',
            type: 'object',
            required: [...shownNames, 'updatedOn'],
            properties: {
              ...shownFields,
              updatedOn: field(
                { type: 'integer', format: 'int64' },
                'When it was changed last, epoch milliseconds',
                1_771_232_400_000,
              ),
            },
          },
        },
        'The page',
      ),
      totalCount: field({ type: 'integer' }, 'Number of products on all pages', 1),
    },
  },
  errors: { pageTooDeep: laterErrors.pageTooDeep, businessInvalid: errors.businessInvalid, pageTooLarge },
  bodyIdentifiers: ['businessNumbers'],
  access: ['BatchGetItem', 'Query'],
} as const satisfies Contract;
