/** Update product: read it, validate it as it would stand, write on what was read. */
import type { ErrorEntry } from '../contract/error-entry.ts';
import * as errors from '../contract/error-rows.ts';
import type { Violation } from '../contract/violations.ts';
import { clock } from '../dynamodb/client/clock.ts';
import { differs } from '../dynamodb/table/expressions.ts';
import type { PartnerStore } from '../dynamodb/table/partner-store.ts';
import { checkGrowth, recordBytes } from '../dynamodb/table/record-size.ts';
import { USUAL_ATTEMPTS, until } from '../dynamodb/writes/until.ts';
import { openAccount } from '../partners/repository/open-account.ts';
import { checkAfter, locationViolations } from './create.ts';
import {
  isProductId,
  type ProductOwner,
  productAttributes,
  productFrom,
  type StoredProduct,
} from './repository/product.ts';
import { products } from './repository/products.ts';
import { fieldInvalid, type ProductChanges, saleViolations } from './rules/product-rules.ts';

export interface UpdateCommand {
  readonly businessId: number;
  readonly productId: string;
  readonly changes: ProductChanges;
  readonly validateOnly: boolean;
  /** Throws if the product may not be written in this version. */
  readonly requireVersion: (stored: StoredProduct) => void;
}

type Updated =
  | { readonly product: StoredProduct }
  | { readonly refused: ErrorEntry }
  | { readonly violations: readonly Violation[] };

const isHere = (changes: ProductChanges, name: string): boolean => changes[name] !== undefined;

/** What the stored product has against these changes. */
const storedViolations = async (
  store: PartnerStore,
  owner: ProductOwner,
  stored: StoredProduct,
  changes: ProductChanges,
): Promise<readonly Violation[]> => {
  const { price = stored.price, salePrice = stored.salePrice, productSku, businessNumbers = [] } = changes;
  const isPriced = isHere(changes, 'price') || isHere(changes, 'salePrice');
  return [
    ...(isPriced ? saleViolations(price, salePrice) : []),
    ...(isHere(changes, 'productSku') && productSku !== stored.productSku
      ? [fieldInvalid('productSku', 'must be the SKU of the product, which can’t change')]
      : []),
    // Also those that it has: one that was deleted a moment ago still stands in it.
    ...(await locationViolations(store, owner, businessNumbers as readonly number[])),
  ];
};

/**
 * Every violation of the rules that need the stored product: for a request that is refused already.
 */
export const allViolations = async (
  store: PartnerStore,
  { businessId, productId, changes }: Pick<UpdateCommand, 'businessId' | 'productId' | 'changes'>,
): Promise<readonly Violation[]> => {
  const accountNumber = await openAccount(store, businessId);
  if (accountNumber === undefined) return [];
  const owner = { partnerId: store.partnerId, accountNumber };
  const stored = await products(store).find(owner, productId);
  return stored ? storedViolations(store, owner, stored, changes) : [];
};

/** @throws StoreUnavailable; ItemTooLarge; what `requireVersion` throws */
export const updateProductIn = async (store: PartnerStore, command: UpdateCommand): Promise<Updated> => {
  const { businessId, productId, changes, validateOnly, requireVersion } = command;
  const { context, change } = products(store);
  return until<Updated>(USUAL_ATTEMPTS, async () => {
    const accountNumber = await openAccount(store, businessId);
    if (accountNumber === undefined) return { refused: errors.businessInvalid };
    const owner = { partnerId: store.partnerId, accountNumber };
    const { found: stored, updatedBy } = isProductId(productId)
      ? await context(owner, productId)
      : { found: undefined, updatedBy: '' };
    if (!stored) return { refused: errors.productNotFound };
    if (store.idempotency?.executed) return { product: stored };
    requireVersion(stored);
    const violations = await storedViolations(store, owner, stored, changes);
    if (violations.length > 0) return { violations };
    const { item } = stored;
    const own = productAttributes(changes);
    const isSame = !differs(own, item);
    if (!isSame) checkGrowth(recordBytes({ ...item, ...own }), item);
    if (validateOnly) return { product: stored };
    const updatedOn = new Date(clock.now()).toISOString();
    const saved = await change(stored, isSame ? {} : { ...changes, updatedOn, updatedBy });
    if ('refused' in saved) return 'changed';
    const product = productFrom(saved.saved);
    const before = new Set(stored.businessNumbers);
    await checkAfter(
      store,
      owner,
      product.businessNumbers.filter((number) => !before.has(number)),
      false,
    );
    return { product };
  });
};
