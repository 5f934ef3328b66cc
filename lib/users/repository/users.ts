/** Users as they are read and written. */
import type { PageWindow } from '../../contract/page-window.ts';
import type { Item } from '../../dynamodb/attributes.ts';
import { writeUnits } from '../../dynamodb/effort.ts';
import type { Opened } from '../../dynamodb/entity.ts';
import { INDEX, type Key, keyText } from '../../dynamodb/keys.ts';
import { chunksOf } from '../../dynamodb/lanes.ts';
import { marksOf, nextMark } from '../../dynamodb/marks.ts';
import { StoreUnavailable } from '../../dynamodb/outcomes.ts';
import { keyOf, unchangedAction, versionOf } from '../../dynamodb/parts.ts';
import { blocksOf, itemBytes, readBudget } from '../../dynamodb/read-units.ts';
import { unavailableInstead } from '../../dynamodb/revise.ts';
import { tokenOf } from '../../dynamodb/versioned.ts';
import { isAt } from '../../partners/repository/account.ts';
import { changesAnything, type UserWrite, userActions } from './change.ts';
import {
  isUser,
  personFrom,
  personKey,
  type StoredPerson,
  type StoredUser,
  USER_PREFIX,
  userCountsKey,
  userFrom,
  userIdKey,
  userKey,
  usersPartition,
} from './user.ts';

/** What a write of a user is judged on. */
export interface UserGround {
  /** What stands at the user's key: a user, what is left of one, or nothing. */
  readonly before: Item | undefined;
  readonly user: StoredUser | undefined;
  readonly person: StoredPerson | undefined;
  /** How many owners the account has. */
  readonly owners: number;
}

export interface ListedUser {
  readonly user: StoredUser;
  readonly person: StoredPerson;
}

/** All writes of an account's new users meet at its counts: conflicts are certain where many come at once. */
const ATTEMPTS = 25;

/** A record keeps as many marks. */
const SEEN_WRITES = 8;

const unitsOf = (item: Item | undefined): number => (item ? writeUnits(itemBytes(item)) : 0);

/** Rows of a call. */
const PAGE = 2000;
/** Users of a call, of which each has two items. */
const AT_ONCE = 50;
/** Of all pages of the users' items; with the last call, and the index, a request stays below 1,000 (docs/costs.md). */
const MOST_UNITS = 750;

/** Users of a partner. */
export const users = (({ table, partnerId, claim }) => {
  const at = (items: readonly Item[], key: Key) => items.find((item) => isAt(item, key));
  const personAt = async (pk: string) => {
    const items: Item[] = [];
    const pages = table.query({
      KeyConditionExpression: 'pk = :pk',
      ExpressionAttributeValues: { ':pk': pk },
      ConsistentRead: true,
    });
    for await (const page of pages) items.push(...page);
    const person = items.find(({ type }) => type === 'person');
    const on = items.filter((item) => isUser(item) && String(item.sk).startsWith(USER_PREFIX)).map(userFrom);
    return person && on.length > 0 ? { person: personFrom(person), on } : undefined;
  };

  return {
    /** What is known of an email at an account. One call. */
    ground: async (accountNumber: number, email: string): Promise<UserGround> => {
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

    /** The person of an email with all that they are on; `undefined` for nobody. One call. */
    person: (email: string) => personAt(personKey(partnerId, email).pk),

    /** The same by the user id. Two calls. */
    personOf: async (userId: number) => {
      const item = await table.get(userIdKey(partnerId, userId));
      return item && personAt(String(item.personKey));
    },

    /** How many users an account has. One call. */
    count: async (accountNumber: number): Promise<number> =>
      Number((await table.get(userCountsKey(partnerId, accountNumber)))?.userCount ?? 0),

    /**
     * The users of an account within a window, in order of their creation; may be a second old. A call for each MB of the
     * index up to the window's end, and one of each 50 of the window.
     *
     * @returns nothing where they take more read units than a request may
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
     * Writes what was judged, or takes the idempotency key alone where it changes nothing. One call, none where there is
     * nothing to do.
     *
     * @returns `changed` where it is not what it was judged on any more
     * @throws StoreUnavailable where nobody can say whether it landed; ItemTooLarge; KeyReused
     */
    write: async (write: UserWrite): Promise<'done' | 'changed'> => {
      const { before, mark } = write;
      const changes = changesAnything(write);
      if (!changes && !claim) return 'done';
      const own = changes ? userActions(write) : [unchangedAction(before!)];
      const take = claim ? [claim.take({ mark })] : [];
      const token = tokenOf(changes ? mark : nextMark());
      const units = unitsOf(before) + unitsOf(write.person?.item);
      const refused = await table
        .transact([...take, ...own], token, { attempts: ATTEMPTS, units })
        .catch(unavailableInstead);
      if (!refused) return 'done';
      if (claim && refused.failed.has(0)) {
        claim.taken(refused.failed.get(0));
        return 'done';
      }
      const found = refused.failed.get(take.length);
      if (found && marksOf(found).includes(mark)) return 'done';
      // A version never comes back, and so many marks are kept: it has not landed and cannot.
      const since = found ? versionOf(found) - versionOf(before ?? {}) : 0;
      const cannotLand = since > 0 && since < SEEN_WRITES;
      // A late try may land yet; under a key it finds it taken.
      if (refused.uncertain && !claim && !cannotLand)
        throw new StoreUnavailable('nobody knows whether it landed', { uncertain: true });
      return 'changed';
    },
  };
}) satisfies Opened<unknown>;
