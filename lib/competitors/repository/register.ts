/**
 * What an account holds its competitors to: a name for each brand and each location of a brand, and how many there are.
 * Both are written in one transaction with the competitors, so that names stay unique and limits hold.
 */
import { caseKey } from '../../contract/text.ts';
import type { Item } from '../../dynamodb/table/attributes.ts';
import { itemOf } from '../../dynamodb/table/entity.ts';
import { digest, type Key } from '../../dynamodb/table/keys.ts';
import type { Table } from '../../dynamodb/table/table.ts';
import { listedAt } from '../../dynamodb/writes/dependent-items.ts';
import type { Action } from '../../dynamodb/writes/transactions.ts';
import { BRAND, COMPETITOR, competitorsPartition } from './competitor.ts';

/** The types of its items. */
export const NAME = 'competitorName';
export const COUNTS = 'competitorCounts';

/** So many an account has at most. */
export const MOST_BRANDS = 100;
export const MOST_LOCATIONS = 1000;

/** The account that competitors belong to. */
export interface CompetitorOwner {
  readonly partnerId: string;
  readonly accountNumber: number;
}

/** What must be the account's once; absent of a location without a brand, whose name any other may have. */
export type CompetitorName = string | undefined;

const IF_NEW = 'attribute_not_exists(pk)';

/** The name of a brand. */
export const brandName = (name: string): string => digest('', caseKey(name), '');

/** The name of a location within its brand. */
export const locationName = (competitorId: number, name: string, zip: string | undefined): string =>
  digest(competitorId, caseKey(name), String(zip ?? '').trim());

/** The name that an item of a competitor holds. */
export const nameOf = (item: Item | undefined): CompetitorName => {
  if (item?.type === BRAND) return brandName(String(item.name));
  if (item?.type !== COMPETITOR || item.competitorId === undefined) return undefined;
  return locationName(Number(item.competitorId), String(item.name), item['location.zip'] as string | undefined);
};

export const nameKey = ({ partnerId, accountNumber }: CompetitorOwner, name: string): Key => ({
  pk: competitorsPartition(partnerId, accountNumber),
  sk: `NAME#${name}`,
});

export const countsKey = ({ partnerId, accountNumber }: CompetitorOwner): Key => ({
  pk: competitorsPartition(partnerId, accountNumber),
  sk: 'COUNTS',
});

/** Takes a name for a competitor. */
export const namePut = (owner: CompetitorOwner, name: CompetitorName, number: number): readonly Action[] =>
  name === undefined
    ? []
    : [{ Put: { Item: itemOf(NAME, { ...owner, number }, nameKey(owner, name)), ConditionExpression: IF_NEW } }];

/** Gives a name of a competitor back. */
export const nameDeletion = (owner: CompetitorOwner, name: CompetitorName): readonly Action[] =>
  name === undefined ? [] : [{ Delete: { Key: nameKey(owner, name) } }];

/** The number of competitors of each kind. */
export interface Amounts {
  readonly brands: number;
  readonly locations: number;
}

export interface Counts extends Amounts {
  /** Whether they are stored: an account whose competitors were loaded by an earlier release has none. */
  readonly isStored: boolean;
}

/** How many competitors an account has. One call; of an account without counts one for each MB of the index more. */
export const countsOf = async (table: Table, owner: CompetitorOwner): Promise<Counts> => {
  const found = await table.get(countsKey(owner));
  if (found) return { isStored: true, brands: Number(found.brands), locations: Number(found.locations) };
  let [brands, locations] = [0, 0];
  for await (const keys of listedAt(table, competitorsPartition(owner.partnerId, owner.accountNumber))) {
    for (const { sk } of keys) {
      if (sk === 'BRAND') brands++;
      else locations++;
    }
  }
  return { isStored: false, brands, locations };
};

/** The kind of which one more would be one too many. */
export const fullKind = (counts: Amounts, added: Amounts): keyof Amounts | undefined => {
  if (added.brands > 0 && counts.brands + added.brands > MOST_BRANDS) return 'brands';
  return added.locations > 0 && counts.locations + added.locations > MOST_LOCATIONS ? 'locations' : undefined;
};

/**
 * Adds to the counts, on condition that the limits hold. None if nothing is added.
 *
 * @param counts - as they were read
 */
export const countsAction = (owner: CompetitorOwner, counts: Counts, added: Amounts): readonly Action[] => {
  if (added.brands === 0 && added.locations === 0) return [];
  if (!counts.isStored) {
    const brands = Math.max(0, counts.brands + added.brands);
    const locations = Math.max(0, counts.locations + added.locations);
    const Item = itemOf(COUNTS, { ...owner, brands, locations }, countsKey(owner));
    return [{ Put: { Item, ConditionExpression: IF_NEW } }];
  }
  const limits = [
    ...(added.brands > 0 ? ['brands <= :mostBrands'] : []),
    ...(added.locations > 0 ? ['locations <= :mostLocations'] : []),
  ];
  return [
    {
      Update: {
        Key: countsKey(owner),
        UpdateExpression: 'SET brands = brands + :brands, locations = locations + :locations',
        ConditionExpression: ['attribute_exists(pk)', ...limits].join(' AND '),
        ExpressionAttributeValues: {
          ':brands': added.brands,
          ':locations': added.locations,
          ...(added.brands > 0 && { ':mostBrands': MOST_BRANDS - added.brands }),
          ...(added.locations > 0 && { ':mostLocations': MOST_LOCATIONS - added.locations }),
        },
      },
    },
  ];
};
