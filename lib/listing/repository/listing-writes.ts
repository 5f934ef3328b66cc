/**
 * Writes of a listing: both items of a location in one transaction, each on its version (docs/writing-once.md). The
 * item next to the profile is written each time, so that one event names all that a write has changed.
 */
import { businessChanges, businessFrom } from '../../business/repository/business.ts';
import type { Changes } from '../../contract/fields.ts';
import { withChanges } from '../../dynamodb/table/expressions.ts';
import type { PartnerStore } from '../../dynamodb/table/partner-store.ts';
import { checkRecordBytes, recordBytes } from '../../dynamodb/table/record-size.ts';
import { unchangedAction, updateAction } from '../../dynamodb/writes/dependent-items.ts';
import { markAbove, newestMark, versionOf } from '../../dynamodb/writes/marks.ts';
import type { Action } from '../../dynamodb/writes/transactions.ts';
import type { Outcome } from '../../dynamodb/writes/until.ts';
import { requireShown, takeKey, twoSided, type Written, write } from '../../dynamodb/writes/write.ts';
import {
  type Listing,
  type ListingRecord,
  listingFrom,
  listingItem,
  listingKey,
  listings,
  ownText,
} from './listing.ts';

/** A change of both items of a listing. */
export interface ListingChange {
  /** Attributes of the profile's item by path, `listingFixed` among them; `null` removes one. */
  readonly profile: Changes;
  readonly own: Changes;
  readonly state: Listing['state'];
  /** Paths of what changes, for the event. */
  readonly changed: readonly string[];
}

const NEW = 'attribute_not_exists(pk)';

/** The record after a change, as far as responses show it. */
export const afterChange = (
  partnerId: string,
  { business, listing }: ListingRecord,
  { profile, own, state, changed }: ListingChange,
): ListingRecord => {
  const { businessNumber, accountNumber } = business;
  const item = withChanges(business.item ?? {}, businessChanges(partnerId, profile));
  const fresh = listingItem(partnerId, { businessNumber, accountNumber, own, state, changed });
  // What was loaded without a listing is counted from its first write on.
  const version = listing ? versionOf(listing.item) + 1 : 1;
  const isWritten = Object.keys(profile).length > 0;
  return {
    business: businessFrom({ ...item, version: versionOf(item) + Number(isWritten) }),
    listing: listingFrom({ ...fresh, version }),
  };
};

/** @throws ItemTooLarge if either side exceeds the limit of a record */
export const checkBytes = (partnerId: string, record: ListingRecord, change: ListingChange): void => {
  const { business, listing } = afterChange(partnerId, record, change);
  for (const item of [business.item!, listing!.item]) checkRecordBytes(recordBytes(item));
};

const profileAction = (partnerId: string, { business }: ListingRecord, { profile }: ListingChange, mark: string) =>
  Object.keys(profile).length === 0
    ? unchangedAction(business.item!)
    : updateAction(business.item!, { ...businessChanges(partnerId, profile), listingMark: mark }, { mark });

const listingAction = (
  partnerId: string,
  { business, listing }: ListingRecord,
  { own, state, changed }: ListingChange,
  mark: string,
): Action => {
  const { businessNumber, accountNumber } = business;
  if (listing) return updateAction(listing.item, { own: ownText(own), state, changed, changedMark: mark }, { mark });
  const fresh = listingItem(partnerId, { businessNumber, accountNumber, own, state, changed });
  return { Put: { Item: { ...fresh, p0: mark, changedMark: mark }, ConditionExpression: NEW } };
};

/** Nothing but that both sides stand as they were read. */
const standing = (partnerId: string, { business, listing }: ListingRecord): Action[] => [
  unchangedAction(business.item!),
  listing
    ? unchangedAction(listing.item)
    : { ConditionCheck: { Key: listingKey(partnerId, business.businessNumber), ConditionExpression: NEW } },
];

export const listingWrites = (store: PartnerStore) => {
  const { partnerId, idempotency } = store;
  const { find } = listings(store);

  /** Both sides once they show the write of this mark. */
  const shown = async (number: number, mark: string): Promise<Outcome<ListingRecord>> => {
    const found = await find(number);
    if (!found) return { refused: 'absent' };
    requireShown(mark, found.business.item, found.listing?.item);
    return { saved: found };
  };

  /** @param after - the record where the write was done by the first try, which shows neither side */
  const outcomeOf = async (number: number, written: Written, after: ListingRecord): Promise<Outcome<ListingRecord>> => {
    if ('executed' in written) return shown(number, written.executed.mark);
    if ('done' in written && written.done === undefined) return { saved: after };
    const found = await find(number);
    if (!found) return { refused: 'absent' };
    return 'done' in written ? { saved: found } : { refused: 'changed', found };
  };

  return {
    /** What was executed under the idempotency key of the request. */
    replay: (number: number): Promise<Outcome<ListingRecord>> => shown(number, idempotency?.executed?.mark ?? ''),

    /** Writes both sides on what was read. One call, and another where others were faster. */
    save: async (record: ListingRecord, change: ListingChange): Promise<Outcome<ListingRecord>> => {
      checkBytes(partnerId, record, change);
      const { business, listing } = record;
      const mark = markAbove(business.item, listing?.item);
      const written = await write(store, {
        strategy: twoSided,
        actions: [profileAction(partnerId, record, change, mark), listingAction(partnerId, record, change, mark)],
        basedOn: [versionOf(business.item), versionOf(listing?.item)],
        mark,
      });
      return outcomeOf(business.businessNumber, written, afterChange(partnerId, record, change));
    },

    /** Takes the idempotency key, if there is one, for a write that changes nothing. */
    keep: async (record: ListingRecord): Promise<Outcome<ListingRecord>> => {
      if (!idempotency) return { saved: record };
      const { businessNumber, item } = record.business;
      const written = await takeKey(store, standing(partnerId, record), { mark: newestMark(item) });
      return outcomeOf(businessNumber, written, record);
    },
  };
};
