/**
 * Competitors of an account: brands, and locations that belong to one brand or to none. Both share one space of numbers,
 * and one partition each (docs/engineers.md: the table).
 */
import type { Item } from '../../dynamodb/table/attributes.ts';
import { itemOf } from '../../dynamodb/table/entity.ts';
import { type Key, ofPartner, sortable } from '../../dynamodb/table/keys.ts';
import { recordBytes } from '../../dynamodb/table/record-size.ts';
import { firstMark } from '../../dynamodb/writes/marks.ts';

/** The types of their items. */
export const COMPETITOR = 'competitor';
export const BRAND = 'competitorBrand';

/** So many own locations a competitor location competes with at most. */
export const MOST_OWN_LOCATIONS = 500;

export interface CompetitorAddress {
  readonly address1?: string | undefined;
  readonly city?: string | undefined;
  readonly state?: string | undefined;
  readonly zip?: string | undefined;
  readonly countryCode?: string | undefined;
}

/** A competitor location. */
export interface Competitor {
  readonly compAccountId: number;
  readonly accountNumber: number;
  readonly name: string;
  /** Its brand; absent if it belongs to none. */
  readonly competitorId?: number | undefined;
  readonly alias?: string | undefined;
  readonly phone?: string | undefined;
  readonly location?: CompetitorAddress | undefined;
  /** The own locations that it competes with; all of the account if there are none. */
  readonly businessNumbers?: readonly number[] | undefined;
  /** ISO 8601, in UTC. */
  readonly createdAt?: string | undefined;
}

export interface Brand {
  readonly competitorId: number;
  readonly accountNumber: number;
  readonly name: string;
  /** ISO 8601, in UTC. */
  readonly createdAt?: string | undefined;
}

export interface StoredCompetitor extends Competitor {
  readonly item: Item;
}

export interface StoredBrand extends Brand {
  /** The number of its locations. */
  readonly locations: number;
  readonly item: Item;
}

const ADDRESS = ['address1', 'city', 'state', 'zip', 'countryCode'] as const;

/** The partition of a competitor: its item, its links, and its tombstone. */
export const competitorPartition = (partnerId: string, id: number): string => ofPartner(partnerId, 'COMPETITOR', id);

export const competitorKey = (partnerId: string, compAccountId: number): Key => ({
  pk: competitorPartition(partnerId, compAccountId),
  sk: 'COMPETITOR',
});

export const brandKey = (partnerId: string, competitorId: number): Key => ({
  pk: competitorPartition(partnerId, competitorId),
  sk: 'BRAND',
});

/** Where the index lists the competitors of an account. */
export const competitorsPartition = (partnerId: string, accountNumber: number): string =>
  ofPartner(partnerId, 'ACCOUNT', accountNumber, 'COMPETITORS');

/**
 * Which partners have a competitor of this number: lines of its reviews name nothing else (docs/data-files.md). Partners
 * may have competitors of one number.
 */
export const competitorOwners = (id: number): string => `COMPETITOR#${id}`;

const indexedAs = (partnerId: string, id: number, accountNumber: number, listed: string) => ({
  gsi1pk: competitorsPartition(partnerId, accountNumber),
  gsi1sk: listed,
  gsi2pk: competitorOwners(id),
  gsi2sk: partnerId,
});

/** Without fields that are absent. */
const present = (fields: Readonly<Record<string, unknown>>): Item =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));

/** A new item for a competitor location. The index shows its brand in the sort key. */
export const competitorItem = (partnerId: string, competitor: Competitor): Item => {
  const { compAccountId, accountNumber, location = {}, businessNumbers = [], ...rest } = competitor;
  const { competitorId } = rest;
  const record = present({
    compAccountId,
    accountNumber,
    partnerId,
    ...rest,
    ...Object.fromEntries(ADDRESS.map((name) => [`location.${name}`, location[name]])),
    ...(businessNumbers.length > 0 && { businessNumbers }),
  });
  const listed = competitorId === undefined ? [compAccountId] : [compAccountId, competitorId];
  return itemOf(
    COMPETITOR,
    { ...record, ...firstMark(), bytes: recordBytes(record) },
    {
      ...competitorKey(partnerId, compAccountId),
      ...indexedAs(partnerId, compAccountId, accountNumber, listed.map(sortable).join('#')),
    },
  );
};

/** The opposite of `competitorItem`. */
export const competitorFrom = (item: Item): StoredCompetitor => {
  const { compAccountId, accountNumber, name, competitorId, alias, phone, businessNumbers, createdAt } = item;
  const location = present(Object.fromEntries(ADDRESS.map((each) => [each, item[`location.${each}`]])));
  return {
    ...(present({
      compAccountId,
      accountNumber,
      name,
      competitorId,
      alias,
      phone,
      createdAt,
    }) as unknown as Competitor),
    ...(Object.keys(location).length > 0 && { location }),
    businessNumbers: (businessNumbers ?? []) as readonly number[],
    item,
  };
};

/** A new item for a brand, which has no locations yet. */
export const brandItem = (partnerId: string, brand: Brand): Item => {
  const { competitorId, accountNumber } = brand;
  const record = present({ ...brand, partnerId });
  return itemOf(
    BRAND,
    { ...record, ...firstMark(), bytes: recordBytes(record), locations: 0 },
    {
      ...brandKey(partnerId, competitorId),
      ...indexedAs(partnerId, competitorId, accountNumber, sortable(competitorId)),
    },
  );
};

/** The opposite of `brandItem`. */
export const brandFrom = (item: Item): StoredBrand => {
  const { competitorId, accountNumber, name, createdAt, locations } = item;
  return {
    ...(present({ competitorId, accountNumber, name, createdAt }) as unknown as Brand),
    locations: Number(locations ?? 0),
    item,
  };
};

/** The number of a brand or a competitor location. */
export const numberOf = ({ type, competitorId, compAccountId }: Item): number =>
  Number(type === BRAND ? competitorId : compAccountId);

/** The brand by which a competitor location is shown: its own number if it belongs to none. */
export const brandOf = ({ competitorId, compAccountId }: Pick<Competitor, 'competitorId' | 'compAccountId'>): number =>
  competitorId ?? compAccountId;
