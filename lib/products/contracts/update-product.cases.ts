/** Requests of update product against the demo data. */
import type { Cases } from '../../contract/cases.ts';
import * as errors from '../../contract/error-rows.ts';
import { DEMO, FOREIGN, foreignProduct } from './demo.cases.ts';
import type { updateProduct } from './update-product.ts';

export const updateProductCases: Cases<typeof updateProduct> = {
  parameters: { productId: DEMO.blend, 'x-business-number': 700100 },
  examples: [
    {
      summary: 'Another sale price',
      body: { salePrice: { amount: '10.00', currencyCode: 'USD' } },
      reply: { productId: DEMO.blend },
    },
    {
      summary: 'At all locations',
      parameters: { productId: DEMO.mug },
      body: { status: 'PUBLISH', businessNumbers: [] },
      reply: { productId: DEMO.mug },
    },
    {
      summary: 'At three locations',
      body: { businessNumbers: [700101, 700102, 700103] },
      reply: { productId: DEMO.blend },
    },
  ],
  provocations: {
    productInvalid: {
      body: { title: '' },
      message: 'title must not be blank',
      violations: [{ pointer: '/title', limit: 1, actual: 0 }],
    },
    businessInvalid: { parameters: { 'x-business-number': 799999 } },
    productNotFound: { parameters: { productId: DEMO.absent } },
  },
  invalid: {
    parameters: { validateOnly: 'perhaps' },
    message: 'validateOnly must be true or false',
    violations: [{ pointer: '', parameter: 'validateOnly' }],
  },
  foreign: {
    'x-business-number': {
      foreign: { parameters: { 'x-business-number': 800100, productId: FOREIGN.foreign } },
      absent: { parameters: { 'x-business-number': 899900, productId: FOREIGN.foreign } },
      code: errors.businessInvalid.code,
    },
    productId: foreignProduct,
    businessNumbers: {
      foreign: { body: { businessNumbers: [800101] } },
      absent: { body: { businessNumbers: [899901] } },
      code: errors.productInvalid.code,
    },
  },
};
