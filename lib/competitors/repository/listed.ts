/** The competitors of an account as the index lists them: brands by name, each with its locations. */
import { folded, inOrder } from '../../contract/folded-text.ts';
import type { Item } from '../../dynamodb/table/attributes.ts';
import type { Opened } from '../../dynamodb/table/entity.ts';
import { INDEX } from '../../dynamodb/table/keys.ts';
import { readAhead } from '../../dynamodb/table/read-ahead.ts';
import {
  BRAND,
  brandFrom,
  brandOf,
  COMPETITOR,
  type Competitor,
  competitorFrom,
  competitorsPartition,
} from './competitor.ts';

export interface NamedBrand {
  readonly competitorId: number;
  readonly name: string;
}

export interface ListedCompetitor extends Competitor {
  /** By which it is shown; itself if it belongs to none. */
  readonly brand: NamedBrand;
  readonly businessNumbers: readonly number[];
}

export interface ListedBrand extends NamedBrand {
  /** In order of number. */
  readonly locations: readonly ListedCompetitor[];
}

/** An item as the table has it: the index shows the numbers in keys alone. */
const completed = (item: Item, accountNumber: number): Item => {
  const [id, brand] = String(item.gsi1sk).split('#').map(Number);
  if (item.sk === 'BRAND') return { ...item, type: BRAND, competitorId: id, accountNumber };
  return {
    ...item,
    type: COMPETITOR,
    compAccountId: id,
    accountNumber,
    ...(brand !== undefined && { competitorId: brand }),
  };
};

/**
 * The brands of these items with their locations, in order of name, then of number. A location whose brand is not among
 * them is shown as one without a brand.
 */
export const brandsOf = (items: readonly Item[]): readonly ListedBrand[] => {
  const brands = new Map<number, NamedBrand & { readonly locations: ListedCompetitor[] }>();
  for (const item of items) {
    if (item.type !== BRAND) continue;
    const { competitorId, name } = brandFrom(item);
    brands.set(competitorId, { competitorId, name, locations: [] });
  }
  for (const item of items) {
    if (item.type !== COMPETITOR) continue;
    const { item: _, businessNumbers = [], ...competitor } = competitorFrom(item);
    const competitorId = brands.has(brandOf(competitor)) ? brandOf(competitor) : competitor.compAccountId;
    const brand = brands.get(competitorId) ?? { competitorId, name: competitor.name, locations: [] };
    brands.set(competitorId, brand);
    brand.locations.push({ ...competitor, businessNumbers, brand: { competitorId, name: brand.name } });
  }
  return [...brands.values()]
    .map((brand) => ({
      ...brand,
      sortName: folded(brand.name),
      locations: brand.locations.toSorted((a, b) => a.compAccountId - b.compAccountId),
    }))
    .toSorted((a, b) => inOrder(a.sortName, b.sortName) || a.competitorId - b.competitorId)
    .map(({ sortName: _, ...brand }) => brand);
};

/** What competes with a location: what names it, and what names none. Brands that have nothing left are left out. */
export const competingWith = (brands: readonly ListedBrand[], businessNumber: number): readonly ListedBrand[] =>
  brands
    .map((brand) => ({
      ...brand,
      locations: brand.locations.filter(
        ({ businessNumbers }) => businessNumbers.length === 0 || businessNumbers.includes(businessNumber),
      ),
    }))
    .filter(({ locations }) => locations.length > 0);

/** Lists the competitors of a partner's accounts. */
export const competitorLists = (({ table, partnerId }) => ({
  /** All of an account; they may be a second old. One call for each MB: some 40 read units for 1,000 locations. */
  items: async (accountNumber: number): Promise<readonly Item[]> => {
    const items: Item[] = [];
    const pages = table.query({
      IndexName: INDEX,
      KeyConditionExpression: 'gsi1pk = :pk',
      ExpressionAttributeValues: { ':pk': competitorsPartition(partnerId, accountNumber) },
    });
    for await (const page of readAhead(pages)) items.push(...page.map((item) => completed(item, accountNumber)));
    return items;
  },
})) satisfies Opened<unknown>;
