/** Create, update, publish and deactivate listing: read both sides, judge, write them on what was read. */
import { changedPaths } from '../business/rules/changed-paths.ts';
import type { PartnerStore } from '../dynamodb/partner-store.ts';
import { revise } from '../dynamodb/revise.ts';
import { listingReply } from './reply.ts';
import { type ListingRecord, listingState, listings, ownText, shownState } from './repository/listing.ts';
import { afterChange, checkBytes, type ListingChange, listingWrites } from './repository/listing-writes.ts';
import type { ListingWrites } from './rules/listing-update.ts';

const MOST_PATHS = 100;
/** Told by itself. */
const APART = new Set(['listingState']);

/** What is wanted of a listing: fields of both sides, and whether it is to be published. */
export interface Wanted {
  readonly writes?: ListingWrites;
  /** It stays as it is where this is left out. */
  readonly state?: 'published' | 'deactivated';
}

export interface ListingOrder {
  /** What is to become of the record that was read; throws what refuses it. */
  readonly judge: (record: ListingRecord) => Wanted;
  readonly validateOnly: boolean;
}

/** The change that is wanted; `undefined` where it changes nothing. */
const changeOf = (partnerId: string, record: ListingRecord, { writes, state }: Wanted): ListingChange | undefined => {
  if (!writes && !state) return undefined;
  const before = listingState(record);
  const own = writes?.own ?? record.listing?.own ?? {};
  const after = state ?? (before === 'published' ? before : 'deactivated');
  const isFixed = after === 'published';
  const profile = {
    ...writes?.profile,
    ...(isFixed !== record.business.listingFixed && { listingFixed: isFixed }),
  };
  const isSame =
    after === before && Object.keys(profile).length === 0 && ownText(own) === ownText(record.listing?.own ?? {});
  if (isSame) return undefined;
  const change = { profile, own, state: shownState(record.business, after), changed: [] };
  const changed = changedPaths(listingReply(record), listingReply(afterChange(partnerId, record, change)), APART).slice(
    0,
    MOST_PATHS,
  );
  return { ...change, changed };
};

/** What a record would be, in the version in which it stands. */
const inVersionOf = ({ business, listing }: ListingRecord, { business: after, listing: beside }: ListingRecord) => ({
  business: { ...after, version: business.version },
  listing: beside && { ...beside, item: listing?.item ?? {} },
});

/**
 * Writes a listing, or only judges it.
 *
 * @returns both sides as saved, or as they would be, in the version that there is; `undefined` where there is no location
 */
export const writeListing = async (
  store: PartnerStore,
  businessNumber: number,
  { judge, validateOnly }: ListingOrder,
): Promise<ListingRecord | undefined> => {
  const { find } = listings(store);
  const { replay, save, keep } = listingWrites(store);
  return revise<ListingRecord, { readonly change: ListingChange | undefined }>({
    replay: store.claim?.executed && (() => replay(businessNumber)),
    readsFirst: true,
    find: () => find(businessNumber),
    judge: (record) => record && { change: changeOf(store.partnerId, record, judge(record)) },
    save: async ({ change }, read) => {
      const record = read!;
      if (!change) return validateOnly ? { saved: record } : keep(record);
      if (!validateOnly) return save(record, change);
      checkBytes(store.partnerId, record, change);
      return { saved: inVersionOf(record, afterChange(store.partnerId, record, change)) };
    },
  });
};
