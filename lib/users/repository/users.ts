/** Users as they are read and written. */
import type { PageWindow } from '../../contract/page-window.ts';
import { chunksOf } from '../../dynamodb/client/concurrency.ts';
import { unavailableInstead } from '../../dynamodb/client/outcomes.ts';
import { writeUnits } from '../../dynamodb/client/write-budget.ts';
import type { Item } from '../../dynamodb/table/attributes.ts';
import type { Opened } from '../../dynamodb/table/entity.ts';
import { INDEX, type Key, keyText } from '../../dynamodb/table/keys.ts';
import { blocksOf, itemBytes, readBudget } from '../../dynamodb/table/read-units.ts';
import { keyOf, unchangedAction } from '../../dynamodb/writes/dependent-items.ts';
import { versionOf } from '../../dynamodb/writes/marks.ts';
import { takeKey, withDependents, write } from '../../dynamodb/writes/write.ts';
import { isAt } from '../../partners/repository/account.ts';
import { changesAnything, type UserWrite, userActions } from './change.ts';
import { personAt } from './person-at.ts';
import {
  isUser,
  personFrom,
  personKey,
  type StoredPerson,
  type StoredUser,
  userCountsKey,
  userFrom,
  userIdKey,
  userKey,
  usersPartition,
} from './user.ts';

/** The context of a write of a user: what is stored of the user and of the account. */
export interface UserContext {
  /** The item at the user's key: a user, a tombstone, or none. */
  readonly before: Item | undefined;
  readonly user: StoredUser | undefined;
  readonly person: StoredPerson | undefined;
  /** The number of owners of the account. */
  readonly owners: number;
}

export interface ListedUser {
  readonly user: StoredUser;
  readonly person: StoredPerson;
}

/** All writes of new users of an account update its counts, so conflicts are certain if many come at once. */
const MOST_TRANSACTIONS = 25;

const unitsOf = (item: Item | undefined): number => (item ? writeUnits(itemBytes(item)) : 0);

/** Rows of one call. */
const PAGE = 2000;
/** Users of one call; each has two items. */
const AT_ONCE = 50;
/** Read units of the users' items; with the last call and the index, a request stays below 1,000 (docs/costs.md). */
const MOST_UNITS = 750;

/** Users of a partner. */
export const users = ((store) => {
  const { table, partnerId } = store;
  const at = (items: readonly Item[], key: Key) => items.find((item) => isAt(item, key));

  return {
    /** The context of an email on an account. One call. */
    context: async (accountNumber: number, email: string): Promise<UserContext> => {
      const [own, person, counts] = [
        userKey(partnerId, accountNumber, email),
        personKey(partnerId, email),
        userCountsKey(partnerId, accountNumber),
      ];
      const items = await table.batchGet([own, person, counts]);
      const before = at(items, own);
      const found = at(items, person);
      return {
        before,
        user: isUser(before) ? userFrom(before) : undefined,
        person: found && personFrom(found),
        owners: Number(at(items, counts)?.ownerCount ?? 0),
      };
    },

    /** The person with an email, and their users on all accounts; `undefined` if there is none. One call. */
    person: (email: string) => personAt(table, personKey(partnerId, email).pk),

    /** The same by user id. Two calls. */
    personOf: async (userId: number) => {
      const item = await table.get(userIdKey(partnerId, userId));
      return item && personAt(table, String(item.personKey));
    },

    /** The number of users of an account. One call. */
    count: async (accountNumber: number): Promise<number> =>
      Number((await table.get(userCountsKey(partnerId, accountNumber)))?.userCount ?? 0),

    /**
     * The users of an account within a window, in order of creation; may be a second old. One call for each MB of the
     * index up to the window's end, and one for each 50 users of the window.
     *
     * @returns `undefined` if they take more read units than a request may
     */
    list: async (accountNumber: number, { start, end }: PageWindow): Promise<readonly ListedUser[] | undefined> => {
      const keys: Key[] = [];
      let seen = 0;
      const pages = table.query({
        IndexName: INDEX,
        KeyConditionExpression: 'gsi1pk = :pk',
        ExpressionAttributeValues: { ':pk': usersPartition(partnerId, accountNumber) },
        ProjectionExpression: 'pk, sk',
        Limit: Math.min(end, PAGE),
      });
      for await (const page of pages) {
        keys.push(...page.slice(Math.max(0, start - seen), Math.max(0, end - seen)).map(keyOf));
        seen += page.length;
        if (seen >= end) break;
      }
      const byKey = new Map<string, Item>();
      const budget = readBudget(MOST_UNITS);
      for (const some of chunksOf(keys, AT_ONCE)) {
        const asked = some.flatMap((key) => [key, { pk: key.pk, sk: 'PERSON' }]);
        for (const item of await table.batchGet(asked, { consistent: false })) {
          byKey.set(keyText(item), item);
          budget.spend(blocksOf(itemBytes(item)) / 2);
        }
        if (budget.left() < 0) return undefined;
      }
      return keys.flatMap(({ pk, sk }) => {
        const [user, person] = [byKey.get(keyText({ pk, sk })), byKey.get(keyText({ pk, sk: 'PERSON' }))];
        return isUser(user) && person ? [{ user: userFrom(user), person: personFrom(person) }] : [];
      });
    },

    /**
     * Writes a user, or only takes the idempotency key if nothing changes. One call, or none if there is nothing to do.
     *
     * @returns `changed` if the context of the write has changed since it was read
     * @throws StoreUnavailable if it is unknown whether the write landed; ItemTooLarge; KeyReused
     */
    write: async (user: UserWrite): Promise<'done' | 'changed'> => {
      const { before, mark } = user;
      const written = await (changesAnything(user)
        ? write(store, {
            strategy: withDependents,
            actions: userActions(user),
            basedOn: [versionOf(before)],
            mark,
            patience: { attempts: MOST_TRANSACTIONS, units: unitsOf(before) + unitsOf(user.person?.item) },
          })
        : takeKey(store, [unchangedAction(before!)], { mark })
      ).catch(unavailableInstead);
      return 'refused' in written ? 'changed' : 'done';
    },
  };
}) satisfies Opened<unknown>;
