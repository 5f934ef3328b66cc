/**
 * A write of a user: one transaction of the user, the person and the counts of the account, so that none of them is ever
 * without the rest (docs/engineers.md: users).
 */
import { isDeepStrictEqual } from 'node:util';
import { tombstoneKey } from '../../business/repository/tombstone.ts';
import type { Item } from '../../dynamodb/attributes.ts';
import { deletionOf, tracedDeletion, unchangedAction, updateAction } from '../../dynamodb/parts.ts';
import { checkRecordBytes } from '../../dynamodb/record-size.ts';
import { sources } from '../../dynamodb/sources.ts';
import type { Action } from '../../dynamodb/transactions.ts';
import { accountKey, NOT_CLOSING } from '../../partners/repository/account.ts';
import {
  isUser,
  nextAfter,
  type Person,
  personItem,
  type StoredPerson,
  type User,
  userChanges,
  userCountsKey,
  userFrom,
  userIdItem,
  userItem,
  userTombstone,
} from './user.ts';

export interface UserWrite {
  readonly partnerId: string;
  readonly accountNumber: number;
  /** What stands at the user's key: a user, what is left of one who was removed, or nothing. */
  readonly before: Item | undefined;
  readonly person: StoredPerson | undefined;
  /** Absent where the user is removed. */
  readonly after: User | undefined;
  /** The person as they are to be known. */
  readonly who: Person;
  readonly mark: string;
  /** The last owner of an account goes too: only where a person is erased. */
  readonly leavesNoOwner?: boolean;
}

/** Locations that are new in a list and were deleted meanwhile refuse it, so many of them: each takes two write units. */
const MOST_LOOKED_AFTER = 40;

const IF_NEW = 'attribute_not_exists(pk)';

/** What of a person updates change; `null` removes one. */
const personChanges = ({ firstName, lastName, phone }: Person) => ({
  firstName: firstName ?? null,
  lastName: lastName ?? null,
  phone: phone ?? null,
});

const onMark = (item: Item) => ({
  ConditionExpression: 'version = :version AND p0 = :mark',
  ExpressionAttributeValues: { ':version': item.version, ':mark': item.p0 },
});

/** The user's own action: the first of the transaction, on what was judged. Its marks go on over a removal. */
const ownAction = ({ before, after, mark }: UserWrite): Action => {
  if (!after) return { Put: { Item: userTombstone(before!, mark), ...onMark(before!) } };
  if (isUser(before)) {
    const changes = userChanges(after);
    const differs = !isDeepStrictEqual(changes, userChanges(userFrom(before)));
    return differs ? updateAction(before, changes, { mark }) : unchangedAction(before);
  }
  const Item = nextAfter(userItem(after), before, mark);
  checkRecordBytes(Number(Item.bytes));
  return { Put: { Item, ...(before ? onMark(before) : { ConditionExpression: IF_NEW }) } };
};

/** The person comes with the first account and goes with the last one. */
const personActions = ({ before, after, person, who, mark }: UserWrite): readonly Action[] => {
  const added = Number(after !== undefined) - Number(isUser(before));
  if (!person) {
    if (!after) return [];
    const Item = { ...personItem(who, 1), p0: mark };
    return [
      { Put: { Item, ConditionExpression: IF_NEW } },
      { Put: { Item: userIdItem(who), ConditionExpression: IF_NEW } },
    ];
  }
  const accounts = person.accounts + added;
  if (accounts <= 0)
    return [tracedDeletion(person.item, person.item.p0, onMark(person.item)), deletionOf(userIdItem(person))];
  const isSame = added === 0 && isDeepStrictEqual(personChanges(who), personChanges(person));
  return isSame ? [] : [updateAction(person.item, { ...personChanges(who), accounts }, { mark })];
};

/** How a write changes how many users an account has, and how many owners; no item where it changes neither. */
export const countsAction = (
  { partnerId, accountNumber }: Pick<User, 'partnerId' | 'accountNumber'>,
  { users, owners }: { readonly users: number; readonly owners: number },
  leavesNoOwner = false,
): readonly Action[] => {
  if (users === 0 && owners === 0) return [];
  const keepsOne = owners < 0 && !leavesNoOwner;
  return [
    {
      Update: {
        Key: userCountsKey(partnerId, accountNumber),
        UpdateExpression:
          'SET #t = :t, v = :v, userCount = if_not_exists(userCount, :zero) + :users, ownerCount = if_not_exists(ownerCount, :zero) + :owners',
        // The last owner stays one.
        ...(keepsOne && { ConditionExpression: 'ownerCount > :one' }),
        ExpressionAttributeNames: { '#t': 'type' },
        ExpressionAttributeValues: {
          ':t': 'userCounts',
          ':v': 1,
          ':zero': 0,
          ':users': users,
          ':owners': owners,
          ...(keepsOne && { ':one': 1 }),
        },
      },
    },
  ];
};

/** What a write adds to the counts of the account. */
export const countsAdded = (before: Pick<User, 'userRole'> | undefined, after: Pick<User, 'userRole'> | undefined) => ({
  users: Number(after !== undefined) - Number(before !== undefined),
  owners: Number(after?.userRole === 'owner') - Number(before?.userRole === 'owner'),
});

/** What must still be there: the account of who is new on it, and locations that are new in a list. */
const groundActions = ({ partnerId, accountNumber, before, after }: UserWrite): readonly Action[] => {
  if (!after) return [];
  const old = isUser(before) ? userFrom(before) : undefined;
  const known = new Set(old && old.access !== 'all' ? old.access : []);
  const added = after.access === 'all' ? [] : after.access.filter((number) => !known.has(number));
  const account = {
    Key: accountKey(partnerId, accountNumber),
    ConditionExpression: `attribute_exists(pk) AND ${NOT_CLOSING}`,
    ExpressionAttributeValues: { ':now': sources.now() },
  };
  return [
    ...(old ? [] : [{ ConditionCheck: account }]),
    ...added.slice(0, MOST_LOOKED_AFTER).map((number) => ({
      ConditionCheck: { Key: tombstoneKey(partnerId, 'business', number), ConditionExpression: IF_NEW },
    })),
  ];
};

/** The actions of a write, the user's own first. */
export const userActions = (write: UserWrite): readonly Action[] => {
  const old = isUser(write.before) ? userFrom(write.before) : undefined;
  return [
    ownAction(write),
    ...personActions(write),
    ...countsAction(write, countsAdded(old, write.after), write.leavesNoOwner),
    ...groundActions(write),
  ];
};

/** Whether a write changes anything. */
export const changesAnything = ({ before, after, person, who }: UserWrite): boolean =>
  !after ||
  !isUser(before) ||
  !person ||
  !isDeepStrictEqual(userChanges(after), userChanges(userFrom(before))) ||
  !isDeepStrictEqual(personChanges(who), personChanges(person));
