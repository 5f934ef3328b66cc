/** What the contracts of products share. */
import { CURRENCIES } from '../../catalog/currencies.ts';
import { absoluteUrl, line, maxLine, maxText, text } from '../../contract/atoms.ts';
import * as errors from '../../contract/error-rows.ts';
import { field } from '../../contract/field.ts';
import { addressed } from '../../contract/parameters.ts';
import { MOST_LOCATIONS, PRODUCT_STATUSES } from '../repository/product.ts';

/** The header by which an account is selected. */
export const account = {
  'x-business-number': addressed(errors.businessInvalid, 'The number of the account, or of one of its locations'),
} as const;

/** The product that a path names: malformed ids are not found. */
export const productIdInPath = {
  productId: {
    required: true,
    description: 'The id of the product',
    schema: { type: 'string' },
    addresses: errors.productNotFound,
  },
} as const;

/** Single-line text that must not be blank. */
const requiredLine = <N extends number>(maxLength: N) =>
  ({
    ...maxLine(maxLength),
    'x-blank': 'check',
    minLength: 1,
    'x-errors': { ...line['x-errors'], minLength: 'must not be blank' },
  }) as const;

const price = {
  title: 'ProductPrice',
  type: 'object',
  required: ['amount', 'currencyCode'],
  properties: {
    amount: field(
      {
        type: 'string',
        pattern: '^[0-9]+(?:\\.[0-9]{1,2})?$',
        'x-errors': { pattern: 'must be digits with at most two decimals' },
      },
      'Digits with at most two decimals, 0.01 to 2147483647',
      '12.50',
    ),
    currencyCode: field({ enum: CURRENCIES, 'x-read': 'upper' }, 'Currency, case-insensitive', 'USD'),
  },
} as const;

const url = { ...absoluteUrl } as const;

/** What a product has, as it is sent; the SKU is sent on creation only. */
export const sentFields = {
  title: field(requiredLine(150), 'Title, 1 to 150 characters', 'House blend, 250 g'),
  imageLink: field(
    { ...url, 'x-blank': 'check' },
    'URL of the picture, with http or https',
    'https://img.copperkettle.example/house-blend.jpg',
  ),
  alphaProductCategoryId: field(
    requiredLine(100),
    'Id of the product category on alpha, 1 to 100 characters; stored as you send it',
    'coffee-beans',
  ),
  price: field({ ...price, 'x-blank': 'check' }, 'Price'),
  status: field(
    { enum: PRODUCT_STATUSES, 'x-read': 'upper', 'x-blank': 'check' },
    'Status, case-insensitive: published, or a draft',
    'PUBLISH',
  ),
  salePrice: field({ ...price, title: 'ProductSalePrice' }, 'Sale price: in the currency of the price, and below it'),
  description: field(maxText(5000), 'Description, at most 5000 characters', 'Chocolate, hazelnut, a little smoke.'),
  brandName: field(maxLine(70), 'Brand, at most 70 characters', 'Copper Kettle'),
  productUrl: field(url, 'URL of the product’s page', 'https://copperkettle.example/house-blend'),
  additionalImageLinks: field(
    { type: 'array', items: url, 'x-read': 'list', maxItems: 10 },
    'URLs of more pictures, at most 10',
    ['https://img.copperkettle.example/house-blend-2.jpg'],
  ),
  productTypes: field(
    { type: 'array', items: maxLine(100), 'x-read': 'list', maxItems: 10 },
    'Types of your own, at most 10 of 100 characters each',
    ['Coffee', 'Beans'],
  ),
} as const;

/** The SKU of a product. */
export const productSku = maxLine(50);

export const businessNumbers = field(
  { type: 'array', items: { type: 'number', format: 'int64' }, maxItems: MOST_LOCATIONS },
  `The locations that show it, at most ${MOST_LOCATIONS}; all locations of the account if empty or omitted`,
  [700102],
);

const id = { type: 'integer', format: 'int64' } as const;

const shownPrice = {
  title: 'ShownProductPrice',
  type: 'object',
  required: ['amount', 'currencyCode'],
  properties: {
    amount: field(text, 'Amount with two decimals', '12.50'),
    currencyCode: field(text, 'Currency', 'USD'),
  },
} as const;

/** A product as it is answered, without its times. */
export const shownFields = {
  productId: field(text, 'Id of the product', '512345678901234'),
  title: field(text, 'Title', 'House blend, 250 g'),
  imageLink: field(text, 'URL of the picture', 'https://img.copperkettle.example/house-blend.jpg'),
  alphaProductCategoryId: field(text, 'Id of the product category on alpha', 'coffee-beans'),
  price: field(shownPrice, 'Price'),
  status: field({ enum: PRODUCT_STATUSES }, 'Status', 'PUBLISH'),
  salePrice: field(
    { ...shownPrice, title: 'ShownProductSalePrice', type: ['object', 'null'] },
    'Sale price; `null` without one',
  ),
  description: field(text, 'Description', 'Chocolate, hazelnut, a little smoke.'),
  brandName: field(text, 'Brand', 'Copper Kettle'),
  productUrl: field(text, 'URL of the product’s page', 'https://copperkettle.example/house-blend'),
  additionalImageLinks: field({ type: 'array', items: text }, 'URLs of more pictures', []),
  productTypes: field({ type: 'array', items: text }, 'Types of your own', ['Coffee', 'Beans']),
  productSku: field(text, 'SKU', 'CK-BLEND-250'),
  businessNumbers: field(
    { type: 'array', items: id },
    'The locations that show it, as you sent them; empty for all locations of the account',
    [700102],
  ),
} as const;

export const shownNames = [
  ...(['productId', 'title', 'imageLink', 'alphaProductCategoryId', 'price', 'status', 'salePrice'] as const),
  ...(['description', 'brandName', 'productUrl', 'additionalImageLinks', 'productTypes', 'productSku'] as const),
  'businessNumbers',
] as const;

/** A product as get product answers it. */
export const shownProduct = {
  title: 'Product',
  type: 'object',
  required: [...shownNames, 'locationCount', 'updatedOn', 'updatedBy'],
  properties: {
    ...shownFields,
    locationCount: field(
      { type: ['integer', 'null'] },
      'Number of locations that show it; `null` for all locations of the account',
      1,
    ),
    updatedOn: field(
      { type: 'string', format: 'date-time' },
      'When it was changed last, ISO 8601 in UTC',
      '2026-02-16T09:00:00.000Z',
    ),
    updatedBy: field(text, 'Name of the partner that changed it last', 'Orchard Presence Partners'),
  },
} as const;

/** The answer of a write. */
export const savedProduct = (title: string, description: string) =>
  ({
    title,
    type: 'object',
    required: ['productId'],
    properties: { productId: field(text, description, '512345678901234') },
  }) as const;
