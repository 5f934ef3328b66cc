/** Requests of list products against the demo data. */
import type { Cases } from '../../contract/cases.ts';
import * as errors from '../../contract/error-rows.ts';
import { foreignOwner, listedBlend, listedMug } from './demo.cases.ts';
import type { listProducts } from './list-products.ts';

export const listProductsCases: Cases<typeof listProducts> = {
  parameters: { 'x-business-number': 700100 },
  examples: [
    {
      summary: 'All products, last changed first',
      body: {},
      reply: { response: [listedMug, listedBlend], totalCount: 2 },
    },
    {
      summary: 'What a location has published',
      parameters: { pageSize: 10 },
      body: { search: 'ck-', status: ['PUBLISH'], businessNumbers: [700102] },
      reply: { response: [listedBlend], totalCount: 1 },
    },
  ],
  provocations: {
    pageTooDeep: {
      parameters: { pageNumber: 100, pageSize: 1000 },
      violations: [{ pointer: '', parameter: 'pageNumber' }],
    },
    businessInvalid: { parameters: { 'x-business-number': 799999 } },
    pageTooLarge: { unprovoked: 'test/functions/products/limits.test.ts' },
  },
  invalid: {
    body: { status: ['SOLD'] },
    message: 'status[0] must be one of PUBLISH, DRAFT',
    violations: [{ pointer: '/status/0' }],
  },
  foreign: {
    'x-business-number': foreignOwner({}),
    businessNumbers: {
      foreign: { body: { businessNumbers: [800101] } },
      absent: { body: { businessNumbers: [899901] } },
      code: errors.businessInvalid.code,
    },
  },
};
