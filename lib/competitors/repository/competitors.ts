/** The competitors of a partner's accounts: found by number or by name, created, changed and deleted. */
import { businessKey } from '../../business/repository/business.ts';
import { clock } from '../../dynamodb/client/clock.ts';
import type { Item } from '../../dynamodb/table/attributes.ts';
import type { Opened } from '../../dynamodb/table/entity.ts';
import type { Key } from '../../dynamodb/table/keys.ts';
import { unchangedAction, updateAction } from '../../dynamodb/writes/dependent-items.ts';
import type { Executed } from '../../dynamodb/writes/idempotency-record.ts';
import { markAbove, newestMark, versionOf } from '../../dynamodb/writes/marks.ts';
import type { Action } from '../../dynamodb/writes/transactions.ts';
import { creation, deletion, takeKey, type Written, withDependents, write } from '../../dynamodb/writes/write.ts';
import { accountKeys, isAt, isClosing } from '../../partners/repository/account.ts';
import { stillOpen } from '../../partners/repository/open-account.ts';
import { accompanying, removalOf } from './change.ts';
import { BRAND, brandKey, competitorKey, numberOf } from './competitor.ts';
import { type CompetitorOwner, type Counts, countsOf, nameKey } from './register.ts';
import { competitorTombstoneKey } from './tombstone.ts';

/** The account that a request names, by itself or by one of its locations. */
export interface CompetitorPlace extends CompetitorOwner {
  readonly businessNumber?: number;
}

/** Many competitors of one account are created at once: each transaction writes its counts, so that they conflict. */
const PATIENCE = { attempts: 25 } as const;
const IF_NEW = 'attribute_not_exists(pk)';

const locationCheck = ({ partnerId, businessNumber }: CompetitorPlace): readonly Action[] =>
  businessNumber === undefined
    ? []
    : [
        {
          ConditionCheck: {
            Key: businessKey(partnerId, businessNumber),
            ConditionExpression: 'attribute_exists(pk)',
          },
        },
      ];

export const competitors = ((store) => {
  const { table, partnerId } = store;
  const keysOf = (id: number): readonly Key[] => [brandKey(partnerId, id), competitorKey(partnerId, id)];

  return {
    /** The account, and the location, of a number; none of an account that is about to be deleted. One call. */
    placeOf: async (number: number): Promise<CompetitorPlace | undefined> => {
      const [accountAt, locationAt] = accountKeys(partnerId, number) as [Key, Key];
      const items = await table.batchGet([accountAt, locationAt]);
      const account = items.find((item) => isAt(item, accountAt));
      if (account) return isClosing(account, clock.now()) ? undefined : { partnerId, accountNumber: number };
      const location = items.find((item) => isAt(item, locationAt));
      return location && { partnerId, accountNumber: Number(location.accountNumber), businessNumber: number };
    },

    /** The brand or the competitor location of this number, if it is of the account. One call. */
    find: async ({ accountNumber }: CompetitorOwner, id: number): Promise<Item | undefined> => {
      const found = await table.batchGet(keysOf(id));
      return found.find((item) => item.accountNumber === accountNumber);
    },

    /** Those of these numbers that are competitors of the account. One call for each 50. */
    findAll: async ({ accountNumber }: CompetitorOwner, ids: readonly number[]): Promise<readonly Item[]> => {
      const found = ids.length > 0 ? await table.batchGet(ids.flatMap(keysOf)) : [];
      return found.filter((item) => item.accountNumber === accountNumber);
    },

    /** Which competitor has a name, and how many there are. Two calls, a third if there is one of the name. */
    look: async (
      owner: CompetitorOwner,
      name: string,
    ): Promise<{ readonly twin: Item | undefined; readonly counts: Counts }> => {
      const [named, counts] = await Promise.all([table.get(nameKey(owner, name)), countsOf(table, owner)]);
      const twins = named ? await table.batchGet(keysOf(Number(named.number))) : [];
      return { twin: twins[0], counts };
    },

    counts: (owner: CompetitorOwner): Promise<Counts> => countsOf(table, owner),

    /** Creates a brand or a competitor location. One call; if its response is lost, a read finds out whether it landed. */
    create: (
      place: CompetitorPlace,
      item: Item,
      { counts, result }: { readonly counts: Counts; readonly result: Executed['result'] },
    ): Promise<Written> => {
      const mark = newestMark(item);
      const key = { pk: String(item.pk), sk: String(item.sk) };
      const account = stillOpen(partnerId, place.accountNumber);
      return write(store, {
        strategy: creation(async () => newestMark(await table.get(key)) === mark),
        actions: [
          { Put: { Item: item, ConditionExpression: IF_NEW } },
          ...accompanying(undefined, item, counts),
          account,
          ...(item.type === BRAND ? [] : locationCheck(place)),
        ],
        basedOn: [0],
        mark,
        result,
        patience: PATIENCE,
      });
    },

    /** An own location joins those that a competitor location competes with. One call. */
    join: (place: CompetitorPlace, item: Item, businessNumbers: readonly number[], result: Executed['result']) => {
      const mark = markAbove(item);
      const actions = [updateAction(item, { businessNumbers }, { mark }), ...locationCheck(place)];
      return write(store, { strategy: withDependents, actions, basedOn: [versionOf(item)], mark, result });
    },

    /** Takes the idempotency key for a competitor that was there already. One call under a key, else none. */
    keep: (item: Item, result: Executed['result']): Promise<Written> =>
      takeKey(store, [unchangedAction(item)], { mark: newestMark(item), result }),

    /** Deletes a brand or a competitor location; the rest of it goes by its tombstone. One call. */
    remove: (item: Item, counts: Counts): Promise<Written> => {
      const mark = markAbove(item);
      return write(store, {
        strategy: deletion(competitorTombstoneKey(partnerId, numberOf(item))),
        actions: removalOf(item, mark, counts),
        basedOn: [versionOf(item)],
        mark,
        patience: PATIENCE,
      });
    },
  };
}) satisfies Opened<unknown>;
