/** Insights of a listing: what a location counted on the sites in one day, as another system reports it. */
import type { Item } from '../../dynamodb/table/attributes.ts';
import { itemOf } from '../../dynamodb/table/entity.ts';
import { joined, type Key, ofPartner, sortable } from '../../dynamodb/table/keys.ts';
import { recordBytes } from '../../dynamodb/table/record-size.ts';
import { firstMark } from '../../dynamodb/writes/marks.ts';

/** The type of its items. */
export const LISTING_INSIGHT = 'listingInsight';

interface Views {
  readonly mobile?: number;
  readonly desktop?: number;
}

/** An omitted figure is 0. */
export interface ListingInsight {
  readonly businessNumber: number;
  readonly accountNumber: number;
  /** `2026-03-04`, in UTC. */
  readonly date: string;
  readonly alpha?: {
    readonly mapViews?: Views;
    readonly searchViews?: Views;
    readonly websiteVisits?: number;
    readonly directions?: number;
    readonly calls?: number;
  };
  readonly beta?: { readonly usersReached?: number; readonly usersEngaged?: number };
  readonly gamma?: {
    readonly impressions?: number;
    readonly websiteVisits?: number;
    readonly directions?: number;
    readonly calls?: number;
  };
}

/** The fields of a line, in the order in which data files write them. */
export const INSIGHT_FIELDS = [
  'businessNumber',
  'date',
  'alpha',
  'beta',
  'gamma',
] as const satisfies readonly (keyof ListingInsight)[];

/** Where the insights of a location lie. */
export const insightsOfLocation = (partnerId: string, businessNumber: number): string =>
  ofPartner(partnerId, 'BUSINESS', businessNumber, 'INSIGHTS');

/** Where the index lists those of an account: an export asks for them. */
export const insightsOfAccount = (partnerId: string, accountNumber: number): string =>
  ofPartner(partnerId, 'ACCOUNT', accountNumber, 'INSIGHTS');

export const insightKey = (partnerId: string, businessNumber: number, date: string): Key => ({
  pk: insightsOfLocation(partnerId, businessNumber),
  sk: date,
});

/** A new item for the insights of a day. */
export const insightItem = (partnerId: string, insight: ListingInsight): Item => {
  const record = { ...insight, partnerId };
  return itemOf(
    LISTING_INSIGHT,
    { ...record, ...firstMark(), bytes: recordBytes(record) },
    {
      ...insightKey(partnerId, insight.businessNumber, insight.date),
      gsi1pk: insightsOfAccount(partnerId, insight.accountNumber),
      gsi1sk: joined(sortable(insight.businessNumber), insight.date),
    },
  );
};

/** The opposite of `insightItem`. */
export const insightFrom = (item: Item): ListingInsight => ({
  ...(Object.fromEntries(
    INSIGHT_FIELDS.flatMap((name) => (item[name] === undefined ? [] : [[name, item[name]]])),
  ) as unknown as ListingInsight),
  accountNumber: Number(item.accountNumber),
});
