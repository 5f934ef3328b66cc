/** Requests of get product against the demo data. */
import type { Cases } from '../../contract/cases.ts';
import * as errors from '../../contract/error-rows.ts';
import { blend, DEMO, FOREIGN, foreignProduct, mug } from './demo.cases.ts';
import type { getProduct } from './get-product.ts';

export const getProductCases: Cases<typeof getProduct> = {
  parameters: { productId: DEMO.blend, 'x-business-number': 700100 },
  examples: [
    { summary: 'A product of one location', reply: blend },
    { summary: 'A draft of all locations', parameters: { productId: DEMO.mug }, reply: mug },
  ],
  provocations: {
    businessInvalid: { parameters: { 'x-business-number': 799999 } },
    productNotFound: { parameters: { productId: DEMO.absent } },
  },
  foreign: {
    'x-business-number': {
      foreign: { parameters: { 'x-business-number': 800100, productId: FOREIGN.foreign } },
      absent: { parameters: { 'x-business-number': 899900, productId: FOREIGN.foreign } },
      code: errors.businessInvalid.code,
    },
    productId: foreignProduct,
  },
};
