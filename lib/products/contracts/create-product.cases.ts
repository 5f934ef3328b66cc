/** Requests of create product against the demo data. */
import type { Cases } from '../../contract/cases.ts';
import * as errors from '../../contract/error-rows.ts';
import type { createProduct } from './create-product.ts';
import { foreignOwner } from './demo.cases.ts';

const filters = {
  title: 'Filter papers, 100',
  imageLink: 'https://img.copperkettle.example/filters.jpg',
  alphaProductCategoryId: 'coffee-filters',
  price: { amount: '6.5', currencyCode: 'USD' },
  status: 'PUBLISH',
};

export const createProductCases: Cases<typeof createProduct> = {
  parameters: { 'x-business-number': 700100 },
  examples: [
    {
      summary: 'A product of two locations, with a SKU',
      body: { ...filters, productSku: 'CK-FILTER-100', businessNumbers: [700101, 700102] },
      reply: { productId: '512345678901234' },
      varies: ['productId'],
    },
    {
      summary: 'A product of all locations; its SKU is assigned',
      body: filters,
      reply: { productId: '512345678901234' },
      varies: ['productId'],
    },
  ],
  provocations: {
    productInvalid: {
      body: { ...filters, price: { amount: '6.555', currencyCode: 'USD' } },
      message: 'price.amount must be digits with at most two decimals',
      violations: [{ pointer: '/price/amount' }],
    },
    businessInvalid: { parameters: { 'x-business-number': 799999 }, body: filters },
  },
  invalid: {
    parameters: { validateOnly: 'perhaps' },
    message: 'validateOnly must be true or false',
    violations: [{ pointer: '', parameter: 'validateOnly' }],
  },
  foreign: {
    'x-business-number': foreignOwner(filters),
    businessNumbers: {
      foreign: { body: { ...filters, businessNumbers: [800101] } },
      absent: { body: { ...filters, businessNumbers: [899901] } },
      code: errors.productInvalid.code,
    },
  },
};
