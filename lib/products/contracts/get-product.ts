/** Get product: one product of an account. */
import * as errors from '../../contract/error-rows.ts';
import type { Contract } from '../../contract/operation.ts';
import { account, productIdInPath, shownProduct } from './shared-schemas.ts';

export const getProduct = {
  id: 'getProduct',
  module: 'products',
  method: 'GET',
  path: '/v1/listing/public/product/{productId}',
  summary: 'Get product',
  tag: 'Products',
  description:
    'Returns a product of an account. Fields without a value are `""`, `[]` or `null`. A write appears immediately.',
  pathParameters: productIdInPath,
  headers: account,
  etag: true,
  reply: shownProduct,
  errors: { businessInvalid: errors.businessInvalid, productNotFound: errors.productNotFound },
  access: ['BatchGetItem', 'GetItem'],
} as const satisfies Contract;
