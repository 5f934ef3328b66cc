/** Removes users whose account is deleted, and deleted locations from the lists of users. */
import type { Deleted } from '../../dynamodb/table/entity.ts';
import type { PartnerStore } from '../../dynamodb/table/partner-store.ts';
import {
  deletionOf,
  ifUnchanged,
  listedAt,
  stillLoaded,
  tracedDeletion,
  updateAction,
} from '../../dynamodb/writes/dependent-items.ts';
import type { Action } from '../../dynamodb/writes/transactions.ts';
import {
  isUser,
  personFrom,
  personKey,
  userChanges,
  userCountsKey,
  userFrom,
  userIdItem,
  usersPartition,
} from './user.ts';

type Removals = AsyncGenerator<readonly Action[]>;

/** Removes the users of an account, and people who are on no other account. */
export const usersOfAccount = async function* (
  { table, partnerId }: PartnerStore,
  { accountNumber }: Deleted,
): Removals {
  for await (const keys of listedAt(table, usersPartition(partnerId, accountNumber))) {
    for (const item of (await table.batchGet(keys)).filter(isUser)) {
      const found = await table.get(personKey(partnerId, userFrom(item).emailId));
      const person = found && personFrom(found);
      if (!person) yield [deletionOf(item)];
      else if (person.accounts > 1)
        yield [deletionOf(item), updateAction(person.item, { accounts: person.accounts - 1 })];
      else {
        // Who was added to another account meanwhile stays.
        const own = tracedDeletion(person.item, person.item.p0, ifUnchanged(person.item));
        yield [deletionOf(item), own, deletionOf(userIdItem(person))];
      }
    }
  }
};

export const countsOfAccount = async function* (
  { table, partnerId }: PartnerStore,
  { accountNumber }: Deleted,
): Removals {
  const key = userCountsKey(partnerId, accountNumber);
  if (await table.get(key)) yield [deletionOf(key)];
};

/** Removes a location from the lists of users. A list that becomes empty grants access to nothing. */
export const usersOfLocation = async function* (
  { table, partnerId }: PartnerStore,
  { accountNumber, number }: Deleted,
): Removals {
  const containing = { attribute: 'businessNumbers', value: number };
  for await (const keys of listedAt(table, usersPartition(partnerId, accountNumber), { containing })) {
    for (const item of (await table.batchGet(keys)).filter(isUser)) {
      const user = userFrom(item);
      if (user.access === 'all' || !user.access.includes(number)) continue;
      yield [
        updateAction(item, {
          ...userChanges({ ...user, access: user.access.filter((each) => each !== number) }),
          ...stillLoaded(item),
        }),
      ];
    }
  }
};
