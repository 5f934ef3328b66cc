/**
 * Removes users for good, from all accounts of their partner, with all of their data in the table (docs/erasing.md).
 */

import { StoreUnavailable } from '../../lib/dynamodb/client/outcomes.ts';
import type { Item } from '../../lib/dynamodb/table/attributes.ts';
import { deletionOf } from '../../lib/dynamodb/writes/dependent-items.ts';
import { nextMark } from '../../lib/dynamodb/writes/marks.ts';
import { type ErasedUser, userErasureItem } from '../../lib/users/repository/erasure.ts';
import { isUser, personFrom, type StoredPerson, userFrom, userIdKey } from '../../lib/users/repository/user.ts';
import { users } from '../../lib/users/repository/users.ts';
import type { OpenTable } from '../open-table.ts';
import {
  type ErasingOptions,
  eraseTracesOfUsers,
  type Removed,
  removedIn,
  removeRecords,
  tally,
} from './erase-traces.ts';
import { type Run, startRun } from './run/run.ts';

const ATTEMPTS = 10;

/** All items of the person with a user id. */
const itemsOf = async (table: OpenTable, { partnerId, userId }: ErasedUser) => {
  const pointer = await table.get(userIdKey(partnerId, userId));
  const items: Item[] = [];
  if (!pointer) return { items, pointer };
  const pages = table.query({
    KeyConditionExpression: 'pk = :pk',
    ExpressionAttributeValues: { ':pk': pointer.personKey },
    ConsistentRead: true,
  });
  for await (const page of pages) items.push(...page);
  return { items: items.filter((item) => item.userId === userId), pointer };
};

/** Removes a person from one account; with the last account the person is removed too. */
const takeOff = async (table: OpenTable, user: Item, person: StoredPerson): Promise<boolean> => {
  const { partnerId, accountNumber } = userFrom(user);
  const write = { partnerId, accountNumber, before: user, person, after: undefined, who: person, mark: nextMark() };
  return (await users({ table, partnerId }).write({ ...write, leavesNoOwner: true })) === 'done';
};

/** Removes the user of each account, the person, and the pointer of the id. Does nothing if they are gone already. */
const removeRecord = async (table: OpenTable, erased: ErasedUser, removed: Removed): Promise<void> => {
  for (let attempt = 0; attempt < ATTEMPTS; ) {
    const { items, pointer } = await itemsOf(table, erased);
    const person = items.find(({ type }) => type === 'person');
    const user = items.find(isUser);
    if (!person) return;
    if (user) {
      if (!(await takeOff(table, user, personFrom(person)))) attempt++;
      else tally(removed, 'accounts');
      continue;
    }
    // A person that a data file has loaded, who is on no account.
    const left = [person, ...(pointer ? [pointer] : [])];
    if (!(await table.transact(left.map(deletionOf)))) return;
    attempt++;
  }
  throw new StoreUnavailable('other writers keep changing the user');
};

/**
 * Removes users, and enters them in the list of erasures. It skips what is gone already, so that an interrupted run can
 * be repeated. Reads the complete table once.
 */
export const eraseUsers = async (
  table: OpenTable,
  all: readonly ErasedUser[],
  run: Run = startRun(),
  { wait }: ErasingOptions = {},
): Promise<Removed> => {
  const removed = removedIn(run);
  // The list comes first: if the run is interrupted later, the list still names the user.
  await removeRecords(run, { what: 'users', all, wait }, async (each) => {
    await table.put({ Item: userErasureItem(each), ConditionExpression: 'attribute_not_exists(pk)' });
    await removeRecord(table, each, removed);
  });
  await eraseTracesOfUsers(table, all, run);
  return removed;
};
