/** Update product: all of a product but its SKU. */
import * as errors from '../../contract/error-rows.ts';
import { field } from '../../contract/field.ts';
import type { Contract } from '../../contract/operation.ts';
import {
  account,
  businessNumbers,
  productIdInPath,
  productSku,
  savedProduct,
  sentFields,
  shownProduct,
} from './shared-schemas.ts';

export const updateProduct = {
  id: 'updateProduct',
  module: 'products',
  method: 'PUT',
  path: '/v1/listing/public/product/{productId}',
  summary: 'Update product',
  tag: 'Products',
  description: `Changes a product. Fields that you omit stay as they are; \`""\`, \`[]\` and \`null\` clear a field that is not required.

- Arrays and prices are replaced completely. A sale price is validated with the price as it would be stored, so a new currency
  needs both.
- The SKU can't change: omit it, or send it as it is.
- An empty \`businessNumbers\` shows the product at all locations.
- A product as get product returns it can be sent back, and changes nothing.`,
  pathParameters: productIdInPath,
  headers: account,
  writes: true,
  etag: true,
  ifMatch: true,
  sentBack: shownProduct,
  fieldInvalid: errors.productInvalid,
  request: {
    title: 'ProductToUpdate',
    type: 'object',
    properties: {
      ...sentFields,
      productSku: field({ ...productSku, 'x-blank': 'check', minLength: 1 }, 'The SKU as it is', 'CK-BLEND-250'),
      businessNumbers,
    },
  },
  reply: savedProduct('ProductUpdated', 'Id of the product'),
  errors: {
    productInvalid: errors.productInvalid,
    businessInvalid: errors.businessInvalid,
    productNotFound: errors.productNotFound,
  },
  bodyIdentifiers: ['businessNumbers'],
  access: ['BatchGetItem', 'GetItem', 'Query', 'UpdateItem'],
} as const satisfies Contract;
