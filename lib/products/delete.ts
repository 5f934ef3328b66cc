/** Delete products: all that are named, or none if the account lacks one of them. */
import type { ErrorEntry } from '../contract/error-entry.ts';
import * as errors from '../contract/error-rows.ts';
import { naming } from '../contract/errors.ts';
import type { PartnerStore } from '../dynamodb/table/partner-store.ts';
import { deleteCounted } from '../dynamodb/writes/delete-counted.ts';
import { openAccount } from '../partners/repository/open-account.ts';
import { isProductId, productCounter, productKey } from './repository/product.ts';

interface DeleteCommand {
  readonly businessId: number;
  readonly productIds: readonly string[];
  readonly validateOnly: boolean;
}

/** @throws StoreUnavailable */
export const deleteProductsIn = async (
  store: PartnerStore,
  { businessId, productIds: ids, validateOnly }: DeleteCommand,
): Promise<'done' | { readonly refused: ErrorEntry }> => {
  const accountNumber = await openAccount(store, businessId);
  if (accountNumber === undefined) return store.idempotency?.executed ? 'done' : { refused: errors.businessInvalid };
  const owner = { partnerId: store.partnerId, accountNumber };
  const outcome = await deleteCounted(store, {
    ids,
    keyOf: (id) => (isProductId(id) ? productKey(owner, id) : undefined),
    counter: productCounter(owner),
    validateOnly,
  });
  return outcome === 'done' ? outcome : { refused: naming(errors.productNotFound, outcome.unknown) };
};
