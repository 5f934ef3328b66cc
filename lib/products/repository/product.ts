/** Products of an account: one item each, listed by the time of the last change, in a partition with their number. */
import { hash } from 'node:crypto';
import { caseless } from '../../contract/folded-text.ts';
import type { Item } from '../../dynamodb/table/attributes.ts';
import { itemOf } from '../../dynamodb/table/item.ts';
import { type Key, ofPartner, sortable } from '../../dynamodb/table/keys.ts';
import { blocksOf } from '../../dynamodb/table/read-units.ts';
import { recordBytes } from '../../dynamodb/table/record-size.ts';
import type { Counter } from '../../dynamodb/writes/counted.ts';
import { ifUnchanged, tracedDeletion } from '../../dynamodb/writes/dependent-items.ts';
import { firstMark, versionOf } from '../../dynamodb/writes/marks.ts';
import type { Action } from '../../dynamodb/writes/transactions.ts';

/** The types of its items. */
export const PRODUCT = 'product';
export const PRODUCT_COUNTS = 'productCounts';

/** So many an account has at most, and so many locations one names. */
export const MOST_PRODUCTS = 1000;
export const MOST_LOCATIONS = 500;

export const PRODUCT_STATUSES = ['PUBLISH', 'DRAFT'] as const;
export type ProductStatus = (typeof PRODUCT_STATUSES)[number];

/** The account that a product belongs to. */
export interface ProductOwner {
  readonly partnerId: string;
  readonly accountNumber: number;
}

/** An amount with two decimals: `12.50`. */
export interface Price {
  readonly amount: string;
  readonly currencyCode: string;
}

/** What a partner sends of a product. What has no value is left out. */
export interface ProductContent {
  readonly title: string;
  readonly imageLink: string;
  readonly alphaProductCategoryId: string;
  readonly price: Price;
  readonly status: ProductStatus;
  readonly salePrice?: Price;
  readonly description?: string;
  readonly brandName?: string;
  readonly productUrl?: string;
  readonly additionalImageLinks?: readonly string[];
  readonly productTypes?: readonly string[];
  /** Each once; none means all locations of the account. */
  readonly businessNumbers: readonly number[];
}

export interface Product extends ProductContent {
  readonly productId: string;
  readonly productSku: string;
  /** ISO 8601, in UTC. */
  readonly updatedOn: string;
  /** The partner's name. */
  readonly updatedBy: string;
}

export interface StoredProduct extends Product {
  readonly item: Item;
}

const FIRST_ID = 100_000_000_000_000n;

/**
 * The id of a product, which follows from its account and SKU: of two creations of one SKU one wins, and a product that
 * is made again has its id again.
 */
export const productIdOf = (accountNumber: number, productSku: string): string => {
  const hex = hash('sha256', JSON.stringify(['product', accountNumber, caseless(productSku)]), 'hex').slice(0, 24);
  return String(FIRST_ID + (BigInt(`0x${hex}`) % (9n * FIRST_ID)));
};

const ID = /^[1-9][0-9]{14}$/;
export const isProductId = (text: string): boolean => ID.test(text);

/** Where the products of an account are, in the table and in the index. */
export const productsPartition = ({ partnerId, accountNumber }: ProductOwner): string =>
  ofPartner(partnerId, 'ACCOUNT', accountNumber, 'PRODUCTS');

export const productKey = (owner: ProductOwner, productId: string): Key => ({
  pk: productsPartition(owner),
  sk: productId,
});

export const productCounter = (owner: ProductOwner): Counter => ({
  pk: productsPartition(owner),
  type: PRODUCT_COUNTS,
  owner,
});

/** The names of the attributes that the index holds under names of its own (lib/dynamodb/table/keys.ts). */
const ATTRIBUTES: Readonly<Record<string, string>> = { title: 'name', productSku: 'externalReferenceId' };
const attributeOf = (field: string): string => ATTRIBUTES[field] ?? field;

/** Keys, marks and the like of an item, at most. */
const ADJACENT_TO_RECORD = 900;

/** The fields of a product as the attributes of its item. */
export const productAttributes = (fields: Readonly<Record<string, unknown>>): Item =>
  Object.fromEntries(Object.entries(fields).map(([field, value]) => [attributeOf(field), value]));

/** The place of a product in the index, which shows what it costs to read. */
export const placeOf = ({ productId, updatedOn }: Pick<Product, 'productId' | 'updatedOn'>, bytes: number) => ({
  gsi1sk: `${sortable(Date.parse(updatedOn))}#${productId}#${blocksOf(bytes + ADJACENT_TO_RECORD)}`,
});

/** What the place of an item in the index says: when it was changed last, and its read units, eventually consistent. */
export const placeFrom = ({ gsi1sk }: Item): { readonly updatedAt: number; readonly units: number } => {
  const [updatedAt, , blocks] = String(gsi1sk).split('#');
  return { updatedAt: Number(updatedAt), units: Number(blocks) / 2 };
};

/** A new item for a product. */
export const productItem = (owner: ProductOwner, product: Product): Item => {
  const record = { ...owner, ...productAttributes({ ...product }) };
  const bytes = recordBytes(record);
  return itemOf(
    PRODUCT,
    { ...record, ...firstMark(), bytes },
    { ...productKey(owner, product.productId), gsi1pk: productsPartition(owner), ...placeOf(product, bytes) },
  );
};

const OPTIONAL = [
  ...['salePrice', 'description', 'brandName', 'productUrl', 'additionalImageLinks', 'productTypes'],
] as const;

/** The product that an item holds: the opposite of `productItem`. */
export const productFrom = (item: Item): StoredProduct => ({
  productId: String(item.productId),
  title: String(item.name),
  imageLink: String(item.imageLink),
  alphaProductCategoryId: String(item.alphaProductCategoryId),
  price: item.price as Price,
  status: item.status as ProductStatus,
  ...(Object.fromEntries(
    OPTIONAL.flatMap((name) => (item[name] === undefined ? [] : [[name, item[name]]])),
  ) as Partial<ProductContent>),
  productSku: String(item.externalReferenceId),
  businessNumbers: (item.businessNumbers ?? []) as readonly number[],
  updatedOn: String(item.updatedOn),
  updatedBy: String(item.updatedBy),
  item,
});

/** The version of a product: one that is made again has another one than before. */
export const productVersion = ({ item, updatedOn }: StoredProduct): string =>
  `${versionOf(item)}.${Date.parse(updatedOn)}`;

/** The deletion of a product as it was read. */
export const productDeletion = (item: Item): Action => tracedDeletion(item, item.p0, ifUnchanged(item));
