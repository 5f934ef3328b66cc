/**
 * Listings: what the profile lacks is stored in an item next to it, so that it does not make updates of the profile
 * more costly (docs/decisions.md: listings).
 */
import { type Business, businessFrom, businessKey } from '../../business/repository/business.ts';
import type { Changes } from '../../contract/fields.ts';
import type { Item } from '../../dynamodb/table/attributes.ts';
import { itemOf, type Opened } from '../../dynamodb/table/entity.ts';
import { type Key, ofPartner, sortable } from '../../dynamodb/table/keys.ts';
import { recordBytes } from '../../dynamodb/table/record-size.ts';
import { firstMark, versionOf } from '../../dynamodb/writes/marks.ts';

export type ListingState = 'none' | 'published' | 'deactivated';

/** What a listing has in addition to the profile. */
export interface Listing {
  readonly businessNumber: number;
  readonly accountNumber: number;
  /** By path in the body of update listing. */
  readonly own: Changes;
  /** As the last write left it and showed it; `listingState` says how it is. */
  readonly state: Exclude<ListingState, 'none'>;
  /** Paths that the last write changed, two levels deep; absent where it was an import. */
  readonly changed?: readonly string[];
}

/** Both sides of a location. */
export interface ListingRecord {
  readonly business: Business;
  /** Absent where no listing was ever created, and where nothing but the profile was loaded. */
  readonly listing: (Listing & { readonly item: Item }) | undefined;
}

export const listingKey = (partnerId: string, businessNumber: number): Key => ({
  pk: ofPartner(partnerId, 'BUSINESS', businessNumber),
  sk: 'LISTING',
});

/** Where the index lists the listings of an account: an export of the account asks for them. */
export const listingsPartition = (partnerId: string, accountNumber: number): string =>
  ofPartner(partnerId, 'ACCOUNT', accountNumber, 'LISTINGS');

/**
 * Kept as JSON text, in order of path: it is read and written as one value, and the table's limits of depth are not the
 * client's.
 */
export const ownText = (own: Changes): string =>
  JSON.stringify(Object.fromEntries(Object.entries(own).sort(([a], [b]) => (a < b ? -1 : 1))));

/** A new item for a listing. */
export const listingItem = (partnerId: string, { own, changed, ...rest }: Listing): Item => {
  const record = { ...rest, partnerId, own: ownText(own) };
  const mark = firstMark();
  return itemOf(
    'listing',
    { ...record, ...mark, bytes: recordBytes(record), ...(changed && { changed, changedMark: mark.p0 }) },
    {
      ...listingKey(partnerId, rest.businessNumber),
      gsi1pk: listingsPartition(partnerId, rest.accountNumber),
      gsi1sk: sortable(rest.businessNumber),
    },
  );
};

/** The listing that an item holds. */
export const listingFrom = (item: Item): Listing & { readonly item: Item } => ({
  businessNumber: Number(item.businessNumber),
  accountNumber: Number(item.accountNumber),
  own: JSON.parse(String(item.own)) as Changes,
  state: item.state as Listing['state'],
  // Left out if it is from an earlier write than the last one.
  ...(item.changedMark === item.p0 && { changed: item.changed as readonly string[] }),
  item,
});

/** Whether nothing can be published of a location. */
export const isOutOfUse = ({ status }: Business): boolean => status === 'inactive' || status === 'suspended';

/** What is fixed is published; what is not, and was, is deactivated. */
export const listingState = ({ business, listing }: ListingRecord): ListingState => {
  if (business.listingFixed) return 'published';
  return listing ? 'deactivated' : 'none';
};

/** A state as it is shown: the listing of a location that is inactive is deactivated, while it stays fixed. */
export const shownState = <State extends ListingState>({ status }: Pick<Business, 'status'>, state: State) =>
  state === 'published' && status === 'inactive' ? 'deactivated' : state;

/** The version of both sides together; one of the two has no version until there is an item of it. */
export const listingVersion = ({ business, listing }: ListingRecord): string =>
  `${business.version}.${listing ? versionOf(listing.item) : 0}`;

/** The listings of a partner. */
export const listings = (({ table, partnerId }) => ({
  /** Both sides of the location with this number; `undefined` where there is no location. One call. */
  find: async (businessNumber: number): Promise<ListingRecord | undefined> => {
    const keys = [businessKey(partnerId, businessNumber), listingKey(partnerId, businessNumber)];
    const items = await table.batchGet(keys);
    const [business, listing] = keys.map(({ sk }) => items.find((item) => item.sk === sk));
    return business && { business: businessFrom(business), listing: listing && listingFrom(listing) };
  },
})) satisfies Opened<unknown>;
