/** Create product: read what stands at its SKU, validate, put. */
import { postCommitCheck } from '../business/repository/post-commit-check.ts';
import { unknownLocations } from '../contacts/repository/unknown-locations.ts';
import type { ErrorEntry } from '../contract/error-entry.ts';
import * as errors from '../contract/error-rows.ts';
import type { Violation } from '../contract/violations.ts';
import { clock, random } from '../dynamodb/client/clock.ts';
import type { PartnerStore } from '../dynamodb/table/partner-store.ts';
import { checkRecordBytes } from '../dynamodb/table/record-size.ts';
import { countIn } from '../dynamodb/writes/counted.ts';
import { USUAL_ATTEMPTS, until } from '../dynamodb/writes/until.ts';
import { openAccount } from '../partners/repository/open-account.ts';
import {
  MOST_PRODUCTS,
  type ProductContent,
  type ProductOwner,
  productIdOf,
  productItem,
} from './repository/product.ts';
import { products } from './repository/products.ts';
import { drawnSku, fieldInvalid, productInvalid } from './rules/product-rules.ts';

/** What a dry run answers. */
const NO_ID = '0';

/** Of more locations that are new in a product it is not asked again once it is written: each takes a read unit. */
const MOST_CHECKED = 99;

export type NewProduct = ProductContent & { readonly productSku?: string };

type Refused = { readonly refused: ErrorEntry } | { readonly violations: readonly Violation[] };

/** A violation for each number that is no location of the account. */
export const locationViolations = async (
  store: PartnerStore,
  owner: ProductOwner,
  numbers: readonly number[],
): Promise<readonly Violation[]> =>
  (await unknownLocations(store, owner, numbers, true)).map((number) =>
    fieldInvalid('businessNumbers', `must name locations of the account, and ${number} is none`),
  );

/** Every number of a product that is no location of the account: for a request that is refused already. */
export const unknownAt = async (
  store: PartnerStore,
  businessId: number,
  { businessNumbers }: Pick<ProductContent, 'businessNumbers'>,
): Promise<readonly Violation[]> => {
  const accountNumber = await openAccount(store, businessId);
  if (accountNumber === undefined) return [];
  return locationViolations(store, { partnerId: store.partnerId, accountNumber }, businessNumbers);
};

/** The locations of a product that was written which may have been deleted meanwhile. */
export const checkAfter = (store: PartnerStore, owner: ProductOwner, added: readonly number[], isNew: boolean) =>
  postCommitCheck(store, owner, { added: added.slice(0, MOST_CHECKED), isNew });

/** @throws StoreUnavailable; ItemTooLarge */
export const createProductIn = async (
  store: PartnerStore,
  {
    businessId,
    product,
    validateOnly,
  }: { readonly businessId: number; readonly product: NewProduct; readonly validateOnly: boolean },
): Promise<{ readonly productId: string } | Refused> => {
  const { executed } = store.idempotency ?? {};
  if (executed) return { productId: String(executed.result?.productId) };
  const { context, create } = products(store);
  return until(USUAL_ATTEMPTS, async () => {
    const accountNumber = await openAccount(store, businessId);
    if (accountNumber === undefined) return { refused: errors.businessInvalid };
    const owner = { partnerId: store.partnerId, accountNumber };
    const violations = await locationViolations(store, owner, product.businessNumbers);
    if (violations.length > 0) return { violations };
    const productSku = product.productSku ?? drawnSku(random.fraction);
    const productId = productIdOf(accountNumber, productSku);
    const { found, counts, updatedBy } = await context(owner, productId);
    if (found && product.productSku === undefined) return 'changed';
    if (found) return { violations: [productInvalid('productSku', 'The SKU belongs to another product')] };
    if (countIn(counts) >= MOST_PRODUCTS)
      return { violations: [productInvalid('', `The account has ${MOST_PRODUCTS} products`)] };
    const updatedOn = new Date(clock.now()).toISOString();
    const fresh = { ...product, productSku, productId, updatedOn, updatedBy };
    checkRecordBytes(Number(productItem(owner, fresh).bytes));
    if (validateOnly) return { productId: NO_ID };
    const written = await create(owner, fresh, counts);
    if ('refused' in written) return 'changed';
    if ('executed' in written) return { productId: String(written.executed.result?.productId) };
    await checkAfter(store, owner, product.businessNumbers, true);
    return { productId };
  });
};
