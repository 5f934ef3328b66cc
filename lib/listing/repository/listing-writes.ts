/**
 * Writes of a listing: both items of a location in one transaction, each on its version (docs/writing-once.md). The item
 * beside the profile is written each time, so that one event tells of all that a write has changed.
 */
import { businessChanges, businessFrom } from '../../business/repository/business.ts';
import type { Changes } from '../../contract/fields.ts';
import type { Item } from '../../dynamodb/attributes.ts';
import { marksOf, nextMark } from '../../dynamodb/marks.ts';
import { StoreUnavailable } from '../../dynamodb/outcomes.ts';
import type { PartnerStore } from '../../dynamodb/partner-store.ts';
import { unchangedAction, updateAction, versionOf } from '../../dynamodb/parts.ts';
import { checkRecordBytes, recordBytes } from '../../dynamodb/record-size.ts';
import type { Outcome } from '../../dynamodb/revise.ts';
import type { Action, TransactionRefused } from '../../dynamodb/transactions.ts';
import { tokenOf } from '../../dynamodb/versioned.ts';
import {
  type Listing,
  type ListingRecord,
  listingFrom,
  listingItem,
  listingKey,
  listings,
  ownText,
} from './listing.ts';

/** What becomes of both sides. */
export interface ListingChange {
  /** Attributes of the profile's item by path, `listingFixed` among them; `null` removes one. */
  readonly profile: Changes;
  readonly own: Changes;
  readonly state: Listing['state'];
  /** Paths of what changes, for those who are told. */
  readonly changed: readonly string[];
}

/** A record keeps as many marks. */
const SEEN_WRITES = 8;

const NEW = 'attribute_not_exists(pk)';

/** The record after a change, as far as it is answered. */
export const afterChange = (
  partnerId: string,
  { business, listing }: ListingRecord,
  { profile, own, state, changed }: ListingChange,
): ListingRecord => {
  const { businessNumber, accountNumber } = business;
  const item = Object.fromEntries(
    Object.entries({ ...business.item, ...businessChanges(partnerId, profile) }).filter(([, value]) => value !== null),
  );
  const fresh = listingItem(partnerId, { businessNumber, accountNumber, own, state, changed });
  // What was loaded without a listing is counted from its first write on.
  const version = listing ? versionOf(listing.item) + 1 : 1;
  const isWritten = Object.keys(profile).length > 0;
  return {
    business: businessFrom({ ...item, version: versionOf(item) + Number(isWritten) }),
    listing: listingFrom({ ...fresh, version }),
  };
};

/** @throws ItemTooLarge where either side is larger than a record may be */
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

/** What a transaction found in its way. */
const itemsFound = ({ failed }: TransactionRefused): Item[] =>
  [...failed.values()].filter((item) => item !== undefined);

/** Whether a try of unknown fate may have landed, and so many others since that its mark is not kept any more. */
const mayHaveLanded = ({ business, listing }: ListingRecord, refused: TransactionRefused): boolean =>
  refused.uncertain &&
  itemsFound(refused).some((item) => {
    const judged = item.sk === business.item?.sk ? business.item : listing?.item;
    return versionOf(item) - versionOf(judged ?? {}) >= SEEN_WRITES;
  });

export const listingWrites = (store: PartnerStore) => {
  const { table, partnerId, claim } = store;
  const { find } = listings(store);

  /** Both sides once they show the write of this mark. */
  const shown = async (number: number, mark: string): Promise<Outcome<ListingRecord>> => {
    const found = await find(number);
    if (!found) return { refused: 'absent' };
    const marks = [found.business.item, found.listing?.item].map((item) => (item && marksOf(item)[0]) ?? '');
    if (marks.every((each) => each < mark)) throw new StoreUnavailable('the record does not show what was executed');
    return { saved: found };
  };

  /**
   * Does a transaction on what was read, under the idempotency key where there is one.
   *
   * @param mark - from which on the record shows what was done
   * @param isNew - whether the transaction puts this mark there; else it is another write's, and says nothing of this one
   */
  const transact = async (
    record: ListingRecord,
    actions: readonly Action[],
    { mark, isNew, token, after }: { mark: string; isNew: boolean; token: string; after: ListingRecord },
  ): Promise<Outcome<ListingRecord>> => {
    const { businessNumber } = record.business;
    const refused = await table.transact([...(claim ? [claim.take({ mark })] : []), ...actions], token);
    if (!refused) return { saved: after };
    if (claim && refused.failed.has(0)) return shown(businessNumber, claim.taken(refused.failed.get(0)).mark);
    if (isNew && itemsFound(refused).some((item) => marksOf(item).includes(mark))) return shown(businessNumber, mark);
    if (mayHaveLanded(record, refused))
      throw new StoreUnavailable('nobody knows whether the write landed', { uncertain: true });
    const found = await find(businessNumber);
    return found ? { refused: 'changed', found } : { refused: 'absent' };
  };

  return {
    /** What was executed under the idempotency key of the request. */
    replay: (number: number): Promise<Outcome<ListingRecord>> => shown(number, claim?.executed?.mark ?? ''),

    /** Writes both sides on what was read. One call, and another where others were faster. */
    save: (record: ListingRecord, change: ListingChange): Promise<Outcome<ListingRecord>> => {
      checkBytes(partnerId, record, change);
      for (const item of [record.business.item, record.listing?.item]) if (item) marksOf(item);
      const mark = nextMark();
      const actions = [profileAction(partnerId, record, change, mark), listingAction(partnerId, record, change, mark)];
      const after = afterChange(partnerId, record, change);
      return transact(record, actions, { mark, isNew: true, token: tokenOf(mark), after });
    },

    /** Takes the idempotency key, if there is one, for a write that changes nothing. */
    keep: async (record: ListingRecord): Promise<Outcome<ListingRecord>> => {
      if (!claim) return { saved: record };
      const mark = marksOf(record.business.item!)[0] ?? '';
      return transact(record, standing(partnerId, record), {
        mark,
        isNew: false,
        token: tokenOf(nextMark()),
        after: record,
      });
    },
  };
};
