/** Create product: a product in the list of an account. */
import * as errors from '../../contract/error-rows.ts';
import { field } from '../../contract/field.ts';
import type { Contract } from '../../contract/operation.ts';
import { account, businessNumbers, productSku, savedProduct, sentFields } from './shared-schemas.ts';

export const createProduct = {
  id: 'createProduct',
  module: 'products',
  method: 'POST',
  path: '/v1/listing/public/product',
  summary: 'Create product',
  tag: 'Products',
  description: `Adds a product to the list of an account, and shows it at some or all of its locations.

- A SKU is unique in the account, ignoring case. If you omit it, it is assigned: 12 characters of \`A-Z0-9\`. The id follows
  from account and SKU.
- An account has at most 1,000 products.
- Every broken rule of a field returns 2565. So does a number in \`businessNumbers\` that is not a location of the account. The message names
  the field and the rule; problem details list all of them.
- A product that names locations is deleted with the last of them; it never becomes a product of all locations.`,
  headers: account,
  writes: true,
  lasting: true,
  fieldInvalid: errors.productInvalid,
  request: {
    title: 'ProductToCreate',
    type: 'object',
    required: ['title', 'imageLink', 'alphaProductCategoryId', 'price', 'status'],
    properties: {
      ...sentFields,
      productSku: field(productSku, 'SKU, 1 to 50 characters; assigned if you omit it', 'CK-BLEND-250'),
      businessNumbers,
    },
  },
  reply: savedProduct('ProductCreated', 'Id of the product: 15 digits; `0` with `validateOnly`'),
  errors: { productInvalid: errors.productInvalid, businessInvalid: errors.businessInvalid },
  bodyIdentifiers: ['businessNumbers'],
  access: ['BatchGetItem', 'Query', 'PutItem', 'UpdateItem', 'ConditionCheckItem'],
} as const satisfies Contract;
