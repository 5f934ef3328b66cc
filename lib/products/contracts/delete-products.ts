/** Delete products: some of an account's list. */
import * as errors from '../../contract/error-rows.ts';
import { field } from '../../contract/field.ts';
import type { Contract } from '../../contract/operation.ts';
import { account } from './shared-schemas.ts';

export const deleteProducts = {
  id: 'deleteProducts',
  module: 'products',
  method: 'POST',
  path: '/v1/listing/public/product/deleteProduct',
  summary: 'Delete products',
  tag: 'Products',
  description: `Deletes products of an account. If the account lacks one of them, the message names it and nothing is deleted
(2561).`,
  headers: account,
  writes: true,
  lasting: true,
  request: {
    title: 'ProductsToDelete',
    type: 'object',
    required: ['productIds'],
    properties: {
      productIds: field(
        {
          type: 'array',
          // A blank one is unknown, whatever the account has.
          items: { type: 'string', 'x-limits': { pattern: '\\S' }, 'x-errors': { type: errors.productNotFound } },
          minItems: 1,
          maxItems: 100,
          'x-blank': 'check',
          'x-errors': { minItems: 'must have at least 1 item' },
        },
        'Ids of the products, 1 to 100; repeated ids count once',
        ['512345678901234'],
      ),
    },
  },
  reply: { title: 'ProductsDeleted', type: 'object', properties: {}, description: 'Always empty' },
  errors: { businessInvalid: errors.businessInvalid, productNotFound: errors.productNotFound },
  bodyIdentifiers: ['productIds'],
  access: ['BatchGetItem', 'DeleteItem', 'PutItem', 'UpdateItem'],
} as const satisfies Contract;
