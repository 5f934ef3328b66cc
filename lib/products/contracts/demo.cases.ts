/** What the demo data has of products, for the cases of their contracts. */
import * as errors from '../../contract/error-rows.ts';
import { foreignAccount } from '../../contract/foreign.ts';

/** Of account 700100: a product of one location, and a draft of all. */
export const DEMO = { blend: '100863917361696', mug: '623375378259649', absent: '999999999999999' } as const;

/** The other partner's product, and an id that no product has. */
export const FOREIGN = { foreign: '745221052928892', absent: '899999999999999' } as const;

export const foreignOwner = (body?: unknown) => foreignAccount('x-business-number', errors.businessInvalid, body);

export const foreignProduct = {
  foreign: { parameters: { productId: FOREIGN.foreign } },
  absent: { parameters: { productId: FOREIGN.absent } },
  code: errors.productNotFound.code,
} as const;

const blendFields = {
  productId: DEMO.blend,
  title: 'House blend, 250 g',
  imageLink: 'https://img.copperkettle.example/house-blend.jpg',
  alphaProductCategoryId: 'coffee-beans',
  price: { amount: '12.50', currencyCode: 'USD' },
  status: 'PUBLISH',
  salePrice: { amount: '9.90', currencyCode: 'USD' },
  description: 'Chocolate, hazelnut, a little smoke.',
  brandName: 'Copper Kettle',
  productUrl: 'https://copperkettle.example/house-blend',
  additionalImageLinks: ['https://img.copperkettle.example/house-blend-2.jpg'],
  productTypes: ['Coffee', 'Beans'],
  productSku: 'CK-BLEND-250',
  businessNumbers: [700102],
} as const;

export const blend = {
  ...blendFields,
  locationCount: 1,
  updatedOn: '2026-02-16T09:00:00.000Z',
  updatedBy: 'Orchard Presence Partners',
} as const;

const mugFields = {
  productId: DEMO.mug,
  title: 'Enamel mug',
  imageLink: 'https://img.copperkettle.example/mug.jpg',
  alphaProductCategoryId: 'drinkware',
  price: { amount: '18.00', currencyCode: 'USD' },
  status: 'DRAFT',
  salePrice: null,
  description: '',
  brandName: '',
  productUrl: '',
  additionalImageLinks: [],
  productTypes: [],
  productSku: 'CK-MUG',
  businessNumbers: [],
} as const;

export const mug = {
  ...mugFields,
  locationCount: null,
  updatedOn: '2026-02-17T09:00:00.000Z',
  updatedBy: 'Orchard Presence Partners',
} as const;

/** As they stand in a list. */
export const listedBlend = { ...blendFields, updatedOn: Date.parse(blend.updatedOn) } as const;
export const listedMug = { ...mugFields, updatedOn: Date.parse(mug.updatedOn) } as const;
