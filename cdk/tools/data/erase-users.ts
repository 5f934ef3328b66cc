/** Removes users for good, from all accounts of their partner, with everything of them that the table has (docs/erasing.md). */
import type { Item } from '../../../lib/dynamodb/attributes.ts';
import { nextMark } from '../../../lib/dynamodb/marks.ts';
import { StoreUnavailable } from '../../../lib/dynamodb/outcomes.ts';
import { deletionOf, keyOf } from '../../../lib/dynamodb/parts.ts';
import type { Action } from '../../../lib/dynamodb/transactions.ts';
import { countsAction, countsAdded } from '../../../lib/users/repository/change.ts';
import { type ErasedUser, userErasureFrom, userErasureItem } from '../../../lib/users/repository/erasure.ts';
import { isUser, personFrom, type StoredPerson, userFrom, userIdKey } from '../../../lib/users/repository/user.ts';
import { users } from '../../../lib/users/repository/users.ts';
import type { OpenTable } from '../open-table.ts';
import { scanItems } from './commands/scan.ts';
import { dataIn, type Removed, tally } from './erase-contacts.ts';

const ATTEMPTS = 10;

/** All items of the person with a user id. */
const partsOf = async (table: OpenTable, { partnerId, userId }: ErasedUser) => {
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

/** Takes a person off one account; with the last one they are gone. */
const takeOff = async (table: OpenTable, user: Item, person: StoredPerson): Promise<boolean> => {
  const { partnerId, accountNumber } = userFrom(user);
  const write = { partnerId, accountNumber, before: user, person, after: undefined, who: person, mark: nextMark() };
  return (await users({ table, partnerId }).write({ ...write, leavesNoOwner: true })) === 'done';
};

/** The user of each account, the person, and the pointer of the id; nothing where they are gone already. */
const removeRecords = async (table: OpenTable, erased: ErasedUser, removed: Removed): Promise<void> => {
  for (let attempt = 0; attempt < ATTEMPTS; ) {
    const { items, pointer } = await partsOf(table, erased);
    const person = items.find(({ type }) => type === 'person');
    const user = items.find(isUser);
    if (!person) return;
    if (user) {
      if (!(await takeOff(table, user, personFrom(person)))) attempt++;
      else tally(removed, 'accounts');
      continue;
    }
    // Of a data file, and on no account.
    const left = [person, ...(pointer ? [pointer] : [])];
    if (!(await table.transact(left.map(deletionOf)))) return;
    attempt++;
  }
  throw new StoreUnavailable('the user is written by others all the time');
};

/** What an item has of users that are erased. */
const traceIn = (
  item: Item,
  all: readonly ErasedUser[],
): { readonly what: string; readonly actions: readonly Action[] } | undefined => {
  const isOf = (userId: unknown) =>
    all.some((erased) => erased.partnerId === item.partnerId && erased.userId === userId);
  if (item.type === 'delivery')
    return item.event === 'USER_INVITED' && isOf(dataIn(item).userId)
      ? { what: 'deliveries', actions: [deletionOf(item)] }
      : undefined;
  if (!['person', 'user', 'userId'].includes(String(item.type)) || !isOf(item.userId)) return undefined;
  // Of what was restored in the midst of a write: nothing leads to it.
  const counts = isUser(item) ? countsAction(userFrom(item), countsAdded(userFrom(item), undefined), true) : [];
  return { what: 'strays', actions: [deletionOf(item), ...counts] };
};

/**
 * Removes users, and enters them in the list of erasures. What is gone already is passed over, so that it can be cut off and
 * begun again. Reads the whole table once.
 */
export const eraseUsers = async (table: OpenTable, all: readonly ErasedUser[]): Promise<Removed> => {
  const removed: Removed = new Map();
  // First of all: what is cut off behind this is found again by the list.
  for (const each of all) {
    await table.put({ Item: userErasureItem(each), ConditionExpression: 'attribute_not_exists(pk)' });
    await removeRecords(table, each, removed);
  }
  if (all.length === 0) return removed;
  for await (const item of scanItems(table)) {
    const trace = traceIn(item, all);
    if (!trace) continue;
    if (await table.transact(trace.actions))
      throw new StoreUnavailable(`${keyOf(item).pk} is written by others meanwhile`);
    tally(removed, trace.what);
  }
  return removed;
};

/** All users that a table's list names. */
export const listedUserErasures = async (table: OpenTable): Promise<ErasedUser[]> => {
  const found: ErasedUser[] = [];
  for await (const item of scanItems(table, 'userErasure')) found.push(userErasureFrom(item));
  return found;
};
