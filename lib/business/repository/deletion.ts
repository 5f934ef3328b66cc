/** Deletes accounts and locations: each in one transaction that leaves a tombstone (docs/writing-once.md). */
import { locationSourcesKey } from '../../campaigns/repository/review-sources.ts';
import { cardsKey } from '../../cards/repository/cards.ts';
import { clock } from '../../dynamodb/client/clock.ts';
import { isRefused } from '../../dynamodb/client/outcomes.ts';
import type { Item } from '../../dynamodb/table/attributes.ts';
import type { Deleted, FindDependents } from '../../dynamodb/table/entity.ts';
import type { Key } from '../../dynamodb/table/keys.ts';
import type { PartnerStore } from '../../dynamodb/table/partner-store.ts';
import { listedAt } from '../../dynamodb/writes/dependent-items.ts';
import { markAbove, versionOf } from '../../dynamodb/writes/marks.ts';
import type { Action } from '../../dynamodb/writes/transactions.ts';
import type { Outcome } from '../../dynamodb/writes/until.ts';
import { deletion, type Written, write } from '../../dynamodb/writes/write.ts';
import { integrationCountKey } from '../../integrations/repository/integration.ts';
import { listingKey } from '../../listing/repository/listing.ts';
import { menuKey } from '../../menus/repository/menu.ts';
import { accountFrom, accountKey, childrenPartition, type StoredAccount } from '../../partners/repository/account.ts';
import { mappingKey } from '../../services/repository/mapping.ts';
import { type Business, businessFrom, businessKey } from './business.ts';
import type { Named } from './directory.ts';
import { tombstoneItem, tombstoneKey } from './tombstone.ts';

/** So long an account takes nothing new below it while it is deleted: longer than a request lives. */
const CLOSED_MILLISECONDS = 30_000;
/** Another deletion's closing is long enough for this one too. */
const ENOUGH_MILLISECONDS = 26_000;

/** As many locations of a deleted account are read in one call. */
const LISTED_AT_ONCE = 100;

/** The items of a location that are deleted in one transaction with its profile. */
export const itemsOfLocation = (partnerId: string, number: number): readonly Key[] => [
  menuKey(partnerId, number),
  listingKey(partnerId, number),
  cardsKey(partnerId, number),
  mappingKey(partnerId, number),
  integrationCountKey(partnerId, number),
  locationSourcesKey(partnerId, number),
];

interface Removal {
  readonly deleted: Deleted;
  /** The record that the deletion is based on. */
  readonly item: Item;
  readonly key: Key;
  readonly dependents: readonly Key[];
  /** The closing of an account, which must be this deletion's still. */
  readonly closing?: number;
}

/**
 * On the marks, not the version alone: a mark comes once, also where the record was deleted and made again meanwhile.
 */
const asRead = ({ key, item, closing }: Removal) => ({
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

const actionsOf = (partnerId: string, removal: Removal, mark: string): readonly Action[] => {
  const { deleted, item, dependents } = removal;
  return [
    asRead(removal),
    { Put: { Item: tombstoneItem(partnerId, deleted, item, mark) } },
    ...dependents.map((Key) => ({ Delete: { Key } })),
  ];
};

/** The removal of a location with the items of its own partition. */
const removalOfLocation = (partnerId: string, { businessNumber: number, accountNumber, item }: Business): Removal => ({
  deleted: { kind: 'business', number, accountNumber },
  item: item!,
  key: businessKey(partnerId, number),
  dependents: itemsOfLocation(partnerId, number),
});

/**
 * The remaining locations of a deleted account: each is deleted as if it had been deleted by itself, with a tombstone.
 * Only an operator deletes an account that has some (`account delete`).
 */
export const locationsOfAccount: FindDependents = async function* ({ table, partnerId }, { accountNumber }) {
  for await (const keys of listedAt(table, childrenPartition(partnerId, accountNumber), { most: LISTED_AT_ONCE })) {
    for (const item of await table.batchGet(keys)) {
      if (item.type !== 'business') continue;
      yield actionsOf(partnerId, removalOfLocation(partnerId, businessFrom(item)), markAbove(item));
    }
  }
};

const remove = (store: PartnerStore, removal: Removal): Promise<Written> => {
  const { deleted, item } = removal;
  const mark = markAbove(item);
  return write(store, {
    strategy: deletion(tombstoneKey(store.partnerId, deleted.kind, deleted.number)),
    actions: actionsOf(store.partnerId, removal, mark),
    basedOn: [versionOf(item)],
    mark,
  });
};

const outcomeOf = (written: Written, record: Named, from: (item: Item) => Named): Outcome<Named> => {
  if (!('refused' in written)) return { saved: record };
  return { refused: written.refused, ...(written.found && { found: from(written.found) }) };
};

const accountNamed = (item: Item): Named => ({ account: accountFrom(item) });

export const deletions = (store: PartnerStore) => {
  const { table, partnerId } = store;
  const unnamed = table.within({ writer: undefined });
  return {
    /**
     * Whether an account has locations or sub-accounts: what the index lists, which may be a second old, and is there
     * still.
     */
    hasChildren: async (accountNumber: number): Promise<boolean> => {
      for await (const keys of listedAt(table, childrenPartition(partnerId, accountNumber), { most: 5 })) {
        if ((await table.batchGet(keys)).length > 0) return true;
      }
      return false;
    },

    /** Deletes a location with the items of its own partition. One call. */
    location: async (business: Business): Promise<Outcome<Named>> => {
      const removed = await remove(store, removalOfLocation(partnerId, business));
      return outcomeOf(removed, { business }, (found) => ({ business: businessFrom(found) }));
    },

    /**
     * Has an account take nothing new below it for a while. Its version and marks stay, and who wrote it last: a
     * deletion that is refused has changed nothing.
     *
     * @returns the closing that is to be deleted under, in epoch milliseconds
     */
    close: async ({ accountNumber, item }: StoredAccount): Promise<number | Outcome<Named>> => {
      const now = clock.now();
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
        dependents: [],
        closing,
      });
      return outcomeOf(removed, { account }, accountNamed);
    },
  };
};
