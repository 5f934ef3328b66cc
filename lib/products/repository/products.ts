/** The products of a partner's accounts: found, listed and written. */
import { unavailableInstead } from '../../dynamodb/client/outcomes.ts';
import type { Item } from '../../dynamodb/table/attributes.ts';
import type { Opened } from '../../dynamodb/table/entity.ts';
import { INDEX, type Key } from '../../dynamodb/table/keys.ts';
import { readAhead } from '../../dynamodb/table/read-ahead.ts';
import { pageUnits, type ReadBudget } from '../../dynamodb/table/read-units.ts';
import { recordBytes } from '../../dynamodb/table/record-size.ts';
import { counterKey } from '../../dynamodb/writes/counted.ts';
import { keyOf } from '../../dynamodb/writes/dependent-items.ts';
import { type Saved, saveVersion } from '../../dynamodb/writes/save-version.ts';
import type { Written } from '../../dynamodb/writes/write.ts';
import { isAt } from '../../partners/repository/account.ts';
import { createCounted } from '../../partners/repository/counted-creation.ts';
import { partnerKey } from '../../partners/repository/partner.ts';
import {
  isProductId,
  MOST_PRODUCTS,
  type Product,
  type ProductOwner,
  placeFrom,
  placeOf,
  productAttributes,
  productCounter,
  productFrom,
  productItem,
  productKey,
  productsPartition,
  type StoredProduct,
} from './product.ts';

/** A product as the index lists it. */
export interface ListedProduct {
  readonly key: Key;
  readonly title: string;
  readonly productSku: string;
  readonly status: string;
  /** None means all locations. */
  readonly businessNumbers: readonly number[];
  /** Epoch milliseconds. */
  readonly updatedAt: number;
  /** The cost of an eventually consistent read. */
  readonly units: number;
}

const listedFrom = (item: Item): ListedProduct => ({
  key: keyOf(item),
  title: String(item.name),
  productSku: String(item.externalReferenceId),
  status: String(item.status),
  businessNumbers: (item.businessNumbers ?? []) as readonly number[],
  ...placeFrom(item),
});

/** What the write of a product depends on. */
export interface ProductContext {
  readonly found: StoredProduct | undefined;
  readonly counts: Item | undefined;
  /** The name of the partner. */
  readonly updatedBy: string;
}

export const products = ((store) => {
  const { table, partnerId } = store;
  return {
    /** The product of an id, the counts of the account, and who writes. One call. */
    context: async (owner: ProductOwner, productId: string): Promise<ProductContext> => {
      const keys = [productKey(owner, productId), counterKey(productCounter(owner)), partnerKey(partnerId)] as const;
      const items = await table.batchGet(keys);
      const [found, counts, partner] = keys.map((key) => items.find((item) => isAt(item, key)));
      return { found: found && productFrom(found), counts, updatedBy: String(partner?.name ?? '') };
    },

    /** One call. */
    find: async (owner: ProductOwner, productId: string): Promise<StoredProduct | undefined> => {
      if (!isProductId(productId)) return undefined;
      const item = await table.get(productKey(owner, productId));
      return item && productFrom(item);
    },

    /** All of an account as the index lists them; may be a second old. One call for each MB. */
    listed: async function* (owner: ProductOwner, budget: ReadBudget): AsyncGenerator<readonly ListedProduct[]> {
      const pages = table.query({
        IndexName: INDEX,
        KeyConditionExpression: 'gsi1pk = :pk',
        ExpressionAttributeValues: { ':pk': productsPartition(owner) },
      });
      for await (const page of readAhead(pages)) {
        budget.spend(pageUnits(page));
        yield page.map(listedFrom);
      }
    },

    /** Those that are there of these keys, in their order; may be a second old. One call for a hundred. */
    read: async (keys: readonly Key[]): Promise<readonly StoredProduct[]> => {
      const items = keys.length > 0 ? await table.batchGet(keys, { consistent: false }) : [];
      const found = new Map(items.map((item) => [String(item.sk), item]));
      return keys.flatMap(({ sk }) => {
        const item = found.get(sk);
        return item ? [productFrom(item)] : [];
      });
    },

    /** Creates a product on the counts that were read. One call. */
    create: (owner: ProductOwner, product: Product, counts: Item | undefined): Promise<Written> => {
      const counted = { counts, counter: productCounter(owner), most: MOST_PRODUCTS };
      return createCounted(store, productItem(owner, product), counted, { productId: product.productId });
    },

    /**
     * Changes a product that was read; without changes it only takes the idempotency key. One call.
     *
     * @param changes - by field; `null` removes one
     */
    change: (
      { item, productId }: StoredProduct,
      changes: Readonly<Record<string, unknown>> & { readonly updatedOn?: string },
    ): Promise<Saved> => {
      const own = productAttributes(changes);
      const { updatedOn } = changes;
      const place = updatedOn === undefined ? {} : placeOf({ productId, updatedOn }, recordBytes({ ...item, ...own }));
      return saveVersion(store, { key: keyOf(item), changes: { ...own, ...place }, basedOn: item }).catch(
        unavailableInstead,
      );
    },
  };
}) satisfies Opened<unknown>;
