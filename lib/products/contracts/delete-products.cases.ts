/** Requests of delete products against the demo data. */
import type { Cases } from '../../contract/cases.ts';
import * as errors from '../../contract/error-rows.ts';
import type { deleteProducts } from './delete-products.ts';
import { DEMO, FOREIGN, foreignOwner } from './demo.cases.ts';

export const deleteProductsCases: Cases<typeof deleteProducts> = {
  parameters: { 'x-business-number': 700100 },
  examples: [
    { summary: 'One product', body: { productIds: [DEMO.mug] }, reply: {} },
    { summary: 'Another one', body: { productIds: [DEMO.blend] }, reply: {} },
  ],
  provocations: {
    businessInvalid: { parameters: { 'x-business-number': 799999 } },
    productNotFound: {
      body: { productIds: [DEMO.blend, DEMO.absent] },
      message: `Product not found: ${DEMO.absent}`,
    },
  },
  invalid: {
    body: { productIds: [] },
    message: 'productIds must have at least 1 item',
    violations: [{ pointer: '/productIds', limit: 1, actual: 0 }],
  },
  foreign: {
    'x-business-number': foreignOwner({ productIds: [FOREIGN.foreign] }),
    productIds: {
      foreign: { body: { productIds: [FOREIGN.foreign] } },
      absent: { body: { productIds: [FOREIGN.absent] } },
      code: errors.productNotFound.code,
    },
  },
};
