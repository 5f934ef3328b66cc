/** The review sources of a partner's accounts and locations: found and written. */
import { tombstoneKey } from '../../business/repository/tombstone.ts';
import { contexts } from '../../contacts/repository/preconditions.ts';
import type { Item } from '../../dynamodb/table/attributes.ts';
import type { Opened } from '../../dynamodb/table/entity.ts';
import { differs } from '../../dynamodb/table/expressions.ts';
import { readBudget } from '../../dynamodb/table/read-units.ts';
import { sparseLookup } from '../../dynamodb/table/sparse-lookup.ts';
import { unchangedAction, updateAction } from '../../dynamodb/writes/dependent-items.ts';
import { markAbove, newestMark, versionOf } from '../../dynamodb/writes/marks.ts';
import type { Action } from '../../dynamodb/writes/transactions.ts';
import { takeKey, type Written, withDependents, write } from '../../dynamodb/writes/write.ts';
import { accountKey, childrenPartition, isAt, named } from '../../partners/repository/account.ts';
import {
  accountSourcesKey,
  locationSourcesKey,
  type OwnSources,
  reviewSourcesItem,
  type SourcesOwner,
} from './review-sources.ts';

/** The review sources of an account or a location, before and after a write. */
export interface SourcesWrite {
  readonly owner: SourcesOwner;
  readonly before: Item | undefined;
  readonly after: OwnSources;
}

/** What is stored where review sources are to be set. */
export interface SourcesContext {
  /** The item of the account, if there is one. */
  readonly account: Item | undefined;
  /** The item of each of the locations that there is one of, by number. */
  readonly locations: ReadonlyMap<number, Item>;
  /** The first number that names no location of the account. */
  readonly unknown: number | undefined;
}

/** Half a read unit for each of ninety locations, and room for pages of the index that have others. */
const MOST_UNITS = 1000;

const changesOf = ({ sources, pageUrl }: OwnSources) => ({ sources: sources ?? null, pageUrl: pageUrl ?? null });

const isChanged = ({ before, after }: SourcesWrite): boolean => {
  if (before) return differs(changesOf(after), before);
  return after.sources !== undefined || after.pageUrl !== undefined;
};

export const reviewSourceSets = ((store) => {
  const { table, partnerId } = store;
  const keyOf = (businessNumber: number) => locationSourcesKey(partnerId, businessNumber);

  /** Half a read unit for each location, one where it is consistent. */
  const itemsOf = async (numbers: readonly number[], consistent: boolean): Promise<ReadonlyMap<number, Item>> => {
    const items = numbers.length > 0 ? await table.batchGet(numbers.map(keyOf), { consistent }) : [];
    return new Map(items.map((item) => [Number(item.businessNumber), item]));
  };

  /** Those of the numbers that are locations of the account, whether or not the index shows yet that some are gone. */
  const locationsAmong = async (accountNumber: number, numbers: readonly number[]): Promise<ReadonlySet<number>> => {
    const ascending = numbers.filter((each) => Number.isSafeInteger(each) && each > 0).toSorted((a, b) => a - b);
    const children = childrenPartition(partnerId, accountNumber);
    const listed = (await sparseLookup(table, children, ascending, readBudget(MOST_UNITS))) ?? new Map<number, Item>();
    const isListed = (number: number) => listed.get(number)?.sk === 'PROFILE';
    // The index may not show yet what was created a moment ago.
    const others = ascending.filter((number) => !isListed(number));
    const fresh = await contexts(store).locations({ partnerId, accountNumber }, others);
    const found = [...ascending.filter(isListed), ...fresh.map(({ businessNumber }) => businessNumber)];
    const keys = found.map((number) => tombstoneKey(partnerId, 'business', number));
    const gone = new Set((keys.length > 0 ? await table.batchGet(keys) : []).map(({ number }) => Number(number)));
    return new Set(found.filter((number) => !gone.has(number)));
  };

  return {
    /**
     * `undefined` if the account is none. The item of a location goes in the transaction that deletes the location, and
     * names its account: the other locations alone are looked for, two read units each.
     *
     * @param isFirst - items may be older then: what they are compared with is read again before it counts as the same
     */
    context: async (
      accountNumber: number,
      { numbers, isFirst }: { readonly numbers: readonly number[]; readonly isFirst: boolean },
    ): Promise<SourcesContext | undefined> => {
      const keys = {
        account: accountKey(partnerId, accountNumber),
        sources: accountSourcesKey(partnerId, accountNumber),
      };
      const [read, items] = await Promise.all([table.batchGet(Object.values(keys)), itemsOf(numbers, !isFirst)]);
      const { account, sources } = named(read, keys);
      if (!account) return undefined;
      const others = numbers.filter((number) => !items.has(number));
      const known = await locationsAmong(accountNumber, others);
      return {
        account: sources,
        locations: items,
        unknown: numbers.find((number) => {
          const item = items.get(number);
          return item ? item.accountNumber !== accountNumber : !known.has(number);
        }),
      };
    },

    /** Whether items are still as they were read: one read unit each. */
    areCurrent: async (items: readonly Item[]): Promise<boolean> => {
      const keys = items.map((item) => ({ pk: String(item.pk), sk: String(item.sk) }));
      const found = keys.length > 0 ? await table.batchGet(keys) : [];
      return items.every((item, index) => {
        const current = found.find((each) => isAt(each, keys[index]!));
        return versionOf(current) === versionOf(item);
      });
    },

    isChanged,

    /** Writes those that change, all or none. One call. */
    write: (writes: readonly [SourcesWrite, ...SourcesWrite[]]): Promise<Written> => {
      const mark = markAbove(...writes.map(({ before }) => before));
      const actionOf = ({ owner, before, after }: SourcesWrite): Action =>
        before
          ? updateAction(before, changesOf(after), { mark })
          : {
              Put: {
                Item: { ...reviewSourcesItem(partnerId, owner, after), p0: mark },
                ConditionExpression: 'attribute_not_exists(pk)',
              },
            };
      return write(store, {
        strategy: withDependents,
        actions: writes.map(actionOf),
        basedOn: [versionOf(writes[0].before)],
        mark,
      });
    },

    /** Takes the idempotency key for review sources that stay as they are. */
    keep: (items: readonly Item[]): Promise<Written> =>
      takeKey(store, items.map(unchangedAction), items[0] ? { mark: newestMark(items[0]) } : {}),
  };
}) satisfies Opened<unknown>;
