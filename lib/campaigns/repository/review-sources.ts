/** The review sources that requests offer, of a location or an account; and the page that an account's links lead to. */
import type { Item } from '../../dynamodb/table/attributes.ts';
import { itemOf } from '../../dynamodb/table/item.ts';
import { type Key, ofPartner } from '../../dynamodb/table/keys.ts';
import { recordBytes } from '../../dynamodb/table/record-size.ts';
import { firstMark } from '../../dynamodb/writes/marks.ts';

/** The type of its items. */
export const REVIEW_SOURCES = 'reviewSources';

export const MOST_SOURCES = 10;

/** What requests offer where neither the location nor the account has sources. */
export const USUAL_SOURCES: readonly string[] = ['alpha', 'beta'];

/** Whose they are: of a location, or of an account. */
export type SourcesOwner = { readonly accountNumber: number; readonly businessNumber?: number | undefined };

export interface OwnSources {
  /** Aliases of the catalogue, in the order in which they are offered; absent where an account has a page alone. */
  readonly sources?: readonly string[] | undefined;
  /** Of an account: the address of its page. */
  readonly pageUrl?: string | undefined;
}

const SORT_KEY = 'REVIEWSOURCES';

export const accountSourcesKey = (partnerId: string, accountNumber: number): Key => ({
  pk: ofPartner(partnerId, 'ACCOUNT', accountNumber),
  sk: SORT_KEY,
});

export const locationSourcesKey = (partnerId: string, businessNumber: number): Key => ({
  pk: ofPartner(partnerId, 'BUSINESS', businessNumber),
  sk: SORT_KEY,
});

/** A new item for them. */
export const reviewSourcesItem = (partnerId: string, owner: SourcesOwner, { sources, pageUrl }: OwnSources): Item => {
  const { accountNumber, businessNumber } = owner;
  const record = {
    partnerId,
    accountNumber,
    ...(businessNumber !== undefined && { businessNumber }),
    ...(sources && { sources }),
    ...(pageUrl !== undefined && { pageUrl }),
  };
  return itemOf(
    REVIEW_SOURCES,
    { ...record, ...firstMark(), bytes: recordBytes(record) },
    businessNumber === undefined
      ? accountSourcesKey(partnerId, accountNumber)
      : locationSourcesKey(partnerId, businessNumber),
  );
};

export const reviewSourcesFrom = (item: Item | undefined): OwnSources => ({
  ...(item?.sources !== undefined && { sources: item.sources as readonly string[] }),
  ...(item?.pageUrl !== undefined && { pageUrl: String(item.pageUrl) }),
});
