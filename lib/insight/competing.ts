/** The competitors that a request about what reviews say compares with. */
import { numberOf } from '../competitors/repository/competitor.ts';
import { competitors } from '../competitors/repository/competitors.ts';
import { brandsOf, competitorLists } from '../competitors/repository/listed.ts';
import type { ErrorEntry } from '../contract/error-entry.ts';
import { businessUnknown, invalid } from '../contract/errors.ts';
import type { PartnerStore } from '../dynamodb/table/partner-store.ts';
import { type AskedBrand, MOST_COMPETING } from './rules/terms-asked.ts';

export interface Competing {
  readonly id: number;
  readonly name: string;
  readonly compAccountIds: readonly number[];
}

type Found = { readonly brands: readonly Competing[] } | { readonly refused: ErrorEntry };

const isNumber = (number: number): boolean => Number.isSafeInteger(number) && number > 0;

/** The brands of an account; a location without a brand is one by its own number. */
export const competingBrands = async (
  store: PartnerStore,
  accountNumber: number,
  asked: readonly AskedBrand[],
): Promise<Found> => {
  if (asked.length === 0) return { brands: [] };
  const listed = await competitorLists(store).items(accountNumber);
  const known = new Set(listed.map(numberOf));
  const named = asked.flatMap(({ competitorId, compAccountIds }) => [competitorId, ...compAccountIds]);
  // The index may not show one of a moment ago.
  const missing = named.filter((number) => isNumber(number) && !known.has(number));
  const found = await competitors(store).findAll({ partnerId: store.partnerId, accountNumber }, [...new Set(missing)]);
  const byId = new Map(brandsOf([...listed, ...found]).map((brand) => [brand.competitorId, brand]));
  const brands: Competing[] = [];
  for (const { competitorId: id, compAccountIds } of asked) {
    const brand = byId.get(id);
    if (!brand) return { refused: businessUnknown(id) };
    const own = new Set(brand.locations.map(({ compAccountId }) => compAccountId));
    const unknown = compAccountIds.find((each) => !own.has(each));
    if (unknown !== undefined) return { refused: businessUnknown(unknown) };
    brands.push({ id, name: brand.name, compAccountIds: compAccountIds.length > 0 ? compAccountIds : [...own] });
  }
  return brands.flatMap(({ compAccountIds }) => compAccountIds).length > MOST_COMPETING
    ? { refused: invalid('competitors', `have more than ${MOST_COMPETING} locations: name some with compAccountIds`) }
    : { brands };
};
