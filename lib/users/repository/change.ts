/**
 * A write of a user: one transaction for the user, the person and the counts of the account, so that they always agree
 * (docs/engineers.md: users).
 */
import { isDeepStrictEqual } from 'node:util';
import { locationStands } from '../../business/repository/tombstone.ts';
import type { Item } from '../../dynamodb/table/attributes.ts';
import { checkRecordBytes } from '../../dynamodb/table/record-size.ts';
import {
  deletionOf,
  ifUnchanged,
  tracedDeletion,
  unchangedAction,
  updateAction,
} from '../../dynamodb/writes/dependent-items.ts';
import type { Action } from '../../dynamodb/writes/transactions.ts';
import { stillOpen } from '../../partners/repository/open-account.ts';
import { addedLocations } from '../rules/roles.ts';
import {
  changedDetails,
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
  /** The item at the user's key: a user, a tombstone, or none. */
  readonly before: Item | undefined;
  readonly person: StoredPerson | undefined;
  /** Absent if the user is removed. */
  readonly after: User | undefined;
  /** The person after the write. */
  readonly who: Person;
  readonly mark: string;
  /** Set if the last owner of an account may be removed: only when a person is erased. */
  readonly leavesNoOwner?: boolean;
}

/** The maximum number of added locations that are checked in the transaction: each check takes two write units. */
const MOST_CHECKED = 40;

const IF_NEW = 'attribute_not_exists(pk)';

/** The attributes of a person that updates change; `null` removes one. */
const personChanges = ({ firstName, lastName, phone }: Person) => ({
  firstName: firstName ?? null,
  lastName: lastName ?? null,
  phone: phone ?? null,
});

/** The action for the user's item, the first of the transaction. A tombstone keeps the marks of a removed user. */
const ownAction = ({ before, after, person, who, mark }: UserWrite): Action => {
  if (!after) return { Put: { Item: userTombstone(before!, mark), ...ifUnchanged(before!) } };
  const changed = person ? changedDetails(person, who) : [];
  // The event of this account covers the person's own fields: it gets none of the person (`personEvents`).
  const covered = changed.length > 0 && { changed, changedMark: mark };
  if (isUser(before)) {
    const changes = userChanges(after);
    const differs = !isDeepStrictEqual(changes, userChanges(userFrom(before)));
    return differs ? updateAction(before, { ...changes, ...covered }, { mark }) : unchangedAction(before);
  }
  const Item: Item = { ...nextAfter(userItem(after), before, mark), ...covered };
  checkRecordBytes(Number(Item.bytes));
  return { Put: { Item, ...(before ? ifUnchanged(before) : { ConditionExpression: IF_NEW }) } };
};

/** The actions for the person, who is created with the first account and deleted with the last one. */
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
    return [tracedDeletion(person.item, person.item.p0, ifUnchanged(person.item)), deletionOf(userIdItem(person))];
  const isSame = added === 0 && isDeepStrictEqual(personChanges(who), personChanges(person));
  return isSame ? [] : [updateAction(person.item, { ...personChanges(who), accounts }, { mark })];
};

/** The action that updates the number of users and owners of an account; none if both stay. */
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
        // The last owner must stay.
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

/** Conditions that the account of a new user, and added locations, still exist. */
const contextActions = ({ partnerId, accountNumber, before, after }: UserWrite): readonly Action[] => {
  if (!after) return [];
  const old = isUser(before) ? userFrom(before) : undefined;
  const added = addedLocations(old?.access, after.access);
  return [
    ...(old ? [] : [stillOpen(partnerId, accountNumber)]),
    ...added.slice(0, MOST_CHECKED).map((number) => locationStands(partnerId, number)),
  ];
};

/** The actions of a write, the user's own first. */
export const userActions = (write: UserWrite): readonly Action[] => {
  const old = isUser(write.before) ? userFrom(write.before) : undefined;
  return [
    ownAction(write),
    ...personActions(write),
    ...countsAction(write, countsAdded(old, write.after), write.leavesNoOwner),
    ...contextActions(write),
  ];
};

/** Whether a write changes anything. */
export const changesAnything = ({ before, after, person, who }: UserWrite): boolean =>
  !after ||
  !isUser(before) ||
  !person ||
  !isDeepStrictEqual(userChanges(after), userChanges(userFrom(before))) ||
  !isDeepStrictEqual(personChanges(who), personChanges(person));
