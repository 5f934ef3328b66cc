/** Deletes accounts and locations: each in one transaction that leaves a tombstone (docs/writing-once.md). */
import { cardsKey } from '../../cards/repository/cards.ts';
import type { Item } from '../../dynamodb/attributes.ts';
import type { Deleted } from '../../dynamodb/entity.ts';
import type { Key } from '../../dynamodb/keys.ts';
import { marksOf, nextMark } from '../../dynamodb/marks.ts';
import { isRefused } from '../../dynamodb/outcomes.ts';
import type { PartnerStore } from '../../dynamodb/partner-store.ts';
import { listedAt } from '../../dynamodb/parts.ts';
import type { Outcome } from '../../dynamodb/revise.ts';
import { sources } from '../../dynamodb/sources.ts';
import { tokenOf } from '../../dynamodb/versioned.ts';
import { listingKey } from '../../listing/repository/listing.ts';
import { menuKey } from '../../menus/repository/menu.ts';
import { accountFrom, accountKey, childrenPartition, type StoredAccount } from '../../partners/repository/account.ts';
import { type Business, businessFrom, businessKey } from './business.ts';
import type { Named } from './directory.ts';
import { tombstoneItem, tombstoneKey } from './tombstone.ts';

/** So long an account takes nothing new below it while it is deleted: longer than a request lives. */
const CLOSED_MILLISECONDS = 30_000;
/** Another deletion's closing is long enough for this one too. */
const ENOUGH_MILLISECONDS = 26_000;

/** The items of a location that go with it at once, beside its profile. */
export const itemsOfLocation = (partnerId: string, number: number): readonly Key[] => [
  menuKey(partnerId, number),
  listingKey(partnerId, number),
  cardsKey(partnerId, number),
];

interface Removal {
  readonly deleted: Deleted;
  /** As it was judged. */
  readonly item: Item;
  readonly key: Key;
  readonly beside: readonly Key[];
  /** The closing of an account, which must be this deletion's still. */
  readonly closing?: number;
}

/** What became of a removal; `changed` with the item that was found. */
type Removed = 'done' | 'absent' | { readonly changed: Item };

/** On the marks, not the version alone: a mark comes once, also where the record was deleted and made again meanwhile. */
const asJudged = ({ key, item, closing }: Removal) => ({
  Delete: {
    Key: key,
    ConditionExpression: `version = :version AND p0 = :mark${closing === undefined ? '' : ' AND closing = :closing'}`,
    ExpressionAttributeValues: {
      ':version': item.version,
      ':mark': item.p0,
      ...(closing !== undefined && { ':closing': closing }),
    },
  },
});

const remove = async ({ table, partnerId, claim }: PartnerStore, removal: Removal): Promise<Removed> => {
  const { deleted, item, beside } = removal;
  marksOf(item);
  const mark = nextMark();
  const actions = [
    ...(claim ? [claim.take({ mark })] : []),
    asJudged(removal),
    { Put: { Item: tombstoneItem(partnerId, deleted, item, mark) } },
    ...beside.map((Key) => ({ Delete: { Key } })),
  ];
  const refused = await table.transact(actions, tokenOf(mark));
  if (!refused) return 'done';
  if (claim && refused.failed.has(0)) {
    claim.taken(refused.failed.get(0));
    return 'done';
  }
  const found = refused.failed.get(claim ? 1 : 0);
  // Its marks go on over a deletion: where it was made again since, they tell of this one.
  if (found) return marksOf(found).includes(mark) ? 'done' : { changed: found };
  const left = await table.get(tombstoneKey(partnerId, deleted.kind, deleted.number));
  return left && marksOf(left).includes(mark) ? 'done' : 'absent';
};

const outcomeOf = (removed: Removed, record: Named, from: (item: Item) => Named): Outcome<Named> => {
  if (removed === 'done') return { saved: record };
  return removed === 'absent' ? { refused: 'absent' } : { refused: 'changed', found: from(removed.changed) };
};

const accountNamed = (item: Item): Named => ({ account: accountFrom(item) });

export const deletions = (store: PartnerStore) => {
  const { table, partnerId } = store;
  const unnamed = table.within({ writer: undefined });
  return {
    /** Whether an account has locations or sub-accounts: what the index lists, which may be a second old, and is there still. */
    hasChildren: async (accountNumber: number): Promise<boolean> => {
      for await (const keys of listedAt(table, childrenPartition(partnerId, accountNumber), { most: 5 })) {
        if ((await table.batchGet(keys)).length > 0) return true;
      }
      return false;
    },

    /** Deletes a location with the items that have keys of its own. One call. */
    location: async (business: Business): Promise<Outcome<Named>> => {
      const { businessNumber: number, accountNumber, item } = business;
      const removed = await remove(store, {
        deleted: { kind: 'business', number, accountNumber },
        item: item!,
        key: businessKey(partnerId, number),
        beside: itemsOfLocation(partnerId, number),
      });
      return outcomeOf(removed, { business }, (found) => ({ business: businessFrom(found) }));
    },

    /**
     * Has an account take nothing new below it for a while. Its version and marks stay, and who wrote it last: a deletion that is
     * refused has changed nothing.
     *
     * @returns the closing that is to be deleted under, in epoch milliseconds
     */
    close: async ({ accountNumber, item }: StoredAccount): Promise<number | Outcome<Named>> => {
      const now = sources.now();
      if (Number(item.closing ?? 0) > now + ENOUGH_MILLISECONDS) return Number(item.closing);
      const closing = now + CLOSED_MILLISECONDS;
      const outcome = await unnamed.update({
        Key: accountKey(partnerId, accountNumber),
        UpdateExpression: 'SET closing = :closing',
        ConditionExpression: 'version = :version AND p0 = :mark',
        ExpressionAttributeValues: { ':closing': closing, ':version': item.version, ':mark': item.p0 },
      });
      if (!isRefused(outcome)) return closing;
      return outcome.item ? { refused: 'changed', found: accountNamed(outcome.item) } : { refused: 'absent' };
    },

    /** Takes a closing back. */
    reopen: async ({ accountNumber }: StoredAccount, closing: number): Promise<void> => {
      await unnamed.update({
        Key: accountKey(partnerId, accountNumber),
        UpdateExpression: 'REMOVE closing',
        ConditionExpression: 'closing = :closing',
        ExpressionAttributeValues: { ':closing': closing },
      });
    },

    /** Deletes an account that was closed. One call. */
    account: async (account: StoredAccount, closing: number): Promise<Outcome<Named>> => {
      const { accountNumber: number, item } = account;
      const removed = await remove(store, {
        deleted: { kind: 'account', number, accountNumber: number },
        item,
        key: accountKey(partnerId, number),
        beside: [],
        closing,
      });
      return outcomeOf(removed, { account }, accountNamed);
    },
  };
};
