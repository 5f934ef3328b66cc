/** What products and their number declare (lib/entities.ts), and what happens to them with their locations. */
import type { Item } from '../../dynamodb/table/attributes.ts';
import type { Deleted, Entity } from '../../dynamodb/table/entity.ts';
import type { PartnerStore } from '../../dynamodb/table/partner-store.ts';
import { someLess } from '../../dynamodb/writes/counted.ts';
import { deletionOf, listedAt, lyingAt, stillLoaded, updateAction } from '../../dynamodb/writes/dependent-items.ts';
import { markAbove } from '../../dynamodb/writes/marks.ts';
import type { Action } from '../../dynamodb/writes/transactions.ts';
import { productEvents } from '../events.ts';
import {
  MOST_LOCATIONS,
  MOST_PRODUCTS,
  PRODUCT,
  PRODUCT_COUNTS,
  PRODUCT_STATUSES,
  productCounter,
  productDeletion,
  productFrom,
  productsPartition,
} from './product.ts';

type Removals = AsyncGenerator<readonly Action[]>;

/** A product without a deleted location: it goes with its last one, as it would be one of all locations then. */
const withoutLocation = (store: PartnerStore, item: Item, gone: number): readonly Action[] => {
  const { businessNumbers } = productFrom(item);
  const left = businessNumbers.filter((number) => number !== gone);
  if (left.length === businessNumbers.length) return [];
  if (left.length > 0) return [updateAction(item, { businessNumbers: left, ...stillLoaded(item) })];
  const owner = { partnerId: store.partnerId, accountNumber: Number(item.accountNumber) };
  return [productDeletion(item), someLess(productCounter(owner), 1, markAbove(item))];
};

/** The products of a location that was deleted. */
const productsOfLocation = async function* (store: PartnerStore, { accountNumber, number }: Deleted): Removals {
  const { table, partnerId } = store;
  const containing = { attribute: 'businessNumbers', value: number };
  for await (const keys of listedAt(table, productsPartition({ partnerId, accountNumber }), { containing }))
    for (const item of keys.length > 0 ? await table.batchGet(keys) : []) yield withoutLocation(store, item, number);
};

const productsOfAccount = async function* ({ table, partnerId }: PartnerStore, { accountNumber }: Deleted): Removals {
  for await (const keys of lyingAt(table, productsPartition({ partnerId, accountNumber })))
    for (const key of keys) yield [deletionOf(key)];
};

const number = { type: 'integer' } as const;
const text = { type: 'string' } as const;
const texts = { type: 'array', maxItems: 10, items: text } as const;
const price = {
  type: 'object',
  required: ['amount', 'currencyCode'],
  properties: { amount: { type: 'string', pattern: '^[0-9]+\\.[0-9]{2}$' }, currencyCode: text },
} as const;

export const productEntity: Entity = {
  type: PRODUCT,
  keys: {
    pk: 'P#<partner>#ACCOUNT#<account>#PRODUCTS',
    sk: '<product id>',
    index: [
      'P#<partner>#ACCOUNT#<account>#PRODUCTS',
      '<milliseconds of the last change>#<product id>#<blocks of 4 KB>',
    ],
  },
  answers: 'Which products does this account, or a location of it, have, last changed first? Is this SKU taken?',
  attributes: {
    type: 'object',
    required: [
      ...['partnerId', 'accountNumber', 'productId', 'name', 'externalReferenceId', 'imageLink'],
      ...['alphaProductCategoryId', 'price', 'status', 'businessNumbers', 'updatedOn', 'updatedBy'],
      ...['version', 'bytes', 'p0'],
    ],
    properties: {
      partnerId: text,
      accountNumber: number,
      productId: { type: 'string', pattern: '^[0-9]{15}$' },
      name: text,
      externalReferenceId: text,
      imageLink: text,
      alphaProductCategoryId: text,
      price,
      salePrice: price,
      status: { enum: PRODUCT_STATUSES },
      description: text,
      brandName: text,
      productUrl: text,
      additionalImageLinks: texts,
      productTypes: texts,
      businessNumbers: { type: 'array', maxItems: MOST_LOCATIONS, items: number },
      updatedOn: text,
      updatedBy: text,
      version: { type: 'integer', minimum: 1 },
    },
  },
  exported: 'line',
  personal: false,
  events: { sends: ['PRODUCT_CHANGED'], of: productEvents, whenDeleted: true },
  counts: false,
  audit: { shows: 'values', id: ({ productId }) => productId },
  removal: { withLocation: productsOfLocation, withAccount: productsOfAccount },
};

export const productCountsEntity: Entity = {
  type: PRODUCT_COUNTS,
  keys: { pk: 'P#<partner>#ACCOUNT#<account>#PRODUCTS', sk: 'COUNTS' },
  answers: 'How many products does this account have? When was one deleted last?',
  attributes: {
    type: 'object',
    required: ['partnerId', 'accountNumber', 'n'],
    properties: {
      partnerId: text,
      accountNumber: number,
      n: { type: 'integer', minimum: 0, maximum: MOST_PRODUCTS },
      p0: text,
    },
  },
  exported: { with: PRODUCT },
  personal: false,
  events: false,
  counts: false,
  audit: { not: 'follows from the products' },
  removal: { withLocation: 'belongs to the account', withAccount: 'goes with the products' },
};
