/** A page of the products of an account. */
import { unknownLocations } from '../contacts/repository/unknown-locations.ts';
import type { ErrorEntry } from '../contract/error-entry.ts';
import * as errors from '../contract/error-rows.ts';
import { businessUnknown } from '../contract/errors.ts';
import { folded, foldedPart, inOrder } from '../contract/folded-text.ts';
import type { PageWindow } from '../contract/page-window.ts';
import type { PartnerStore } from '../dynamodb/table/partner-store.ts';
import { readBudget } from '../dynamodb/table/read-units.ts';
import { openAccount } from '../partners/repository/open-account.ts';
import { pageTooLarge } from './contracts/list-products.ts';
import type { StoredProduct } from './repository/product.ts';
import { type ListedProduct, products } from './repository/products.ts';

/** The read units of the rows of the index and the products of a page together (docs/costs.md). */
const MOST_UNITS = 560;
/** A page may take these in any case: rows that name very many locations must not stand in the way of a small one. */
const PAGE_UNITS = 100;

export interface ProductSearch {
  readonly search?: string | undefined;
  /** Any, if empty. */
  readonly status: readonly string[];
  /** Products of any of these locations, or of all locations; every product if empty. */
  readonly businessNumbers: readonly number[];
}

export interface ListCommand extends ProductSearch {
  readonly businessId: number;
  readonly window: PageWindow;
}

export interface ProductPage {
  readonly totalCount: number;
  readonly products: readonly StoredProduct[];
}

/** Builds the filter of a search. */
export const matcherOf = ({ search = '', status, businessNumbers }: ProductSearch) => {
  const part = foldedPart(search);
  const [statuses, numbers] = [new Set(status), new Set(businessNumbers)];
  return ({ title, productSku, status: own, businessNumbers: at }: Omit<ListedProduct, 'key'>): boolean =>
    (statuses.size === 0 || statuses.has(own)) &&
    (numbers.size === 0 || at.length === 0 || at.some((number) => numbers.has(number))) &&
    [title, productSku].some((each) => folded(each).includes(part));
};

/** It may be a second old. It reads what the index has of all products of the account, and the products of the page. */
export const pageOfProducts = async (
  store: PartnerStore,
  { businessId, window, ...search }: ListCommand,
): Promise<ProductPage | { readonly refused: ErrorEntry }> => {
  const { listed, read } = products(store);
  const accountNumber = await openAccount(store, businessId);
  if (accountNumber === undefined) return { refused: errors.businessInvalid };
  const owner = { partnerId: store.partnerId, accountNumber };
  const businessNumbers = [...new Set(search.businessNumbers)];
  const [unknown] = await unknownLocations(store, owner, businessNumbers);
  if (unknown !== undefined) return { refused: businessUnknown(unknown) };
  const isWanted = matcherOf({ ...search, businessNumbers });
  const found: ListedProduct[] = [];
  const budget = readBudget(MOST_UNITS);
  for await (const rows of listed(owner, budget)) found.push(...rows.filter(isWanted));
  const page = found
    .sort((a, b) => b.updatedAt - a.updatedAt || inOrder(a.key.sk, b.key.sk))
    .slice(window.start, window.end);
  const units = page.reduce((sum, each) => sum + each.units, 0);
  if (units > Math.max(PAGE_UNITS, budget.left())) return { refused: pageTooLarge };
  return { totalCount: found.length, products: await read(page.map(({ key }) => key)) };
};
