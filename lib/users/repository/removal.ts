/** What becomes of users when their account, or a location that they have access to, is deleted. */
import type { Deleted } from '../../dynamodb/entity.ts';
import type { PartnerStore } from '../../dynamodb/partner-store.ts';
import { deletionOf, listedAt, tracedDeletion, updateAction } from '../../dynamodb/parts.ts';
import type { Action } from '../../dynamodb/transactions.ts';
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

type Parts = AsyncGenerator<readonly Action[]>;

/** Every user of an account; a person who is on no other one goes with them. */
export const usersOfAccount = async function* ({ table, partnerId }: PartnerStore, { accountNumber }: Deleted): Parts {
  for await (const keys of listedAt(table, usersPartition(partnerId, accountNumber))) {
    for (const item of (await table.batchGet(keys)).filter(isUser)) {
      const found = await table.get(personKey(partnerId, userFrom(item).emailId));
      const person = found && personFrom(found);
      if (!person) yield [deletionOf(item)];
      else if (person.accounts > 1)
        yield [deletionOf(item), updateAction(person.item, { accounts: person.accounts - 1 })];
      else yield [deletionOf(item), tracedDeletion(person.item, person.item.p0), deletionOf(userIdItem(person))];
    }
  }
};

export const countsOfAccount = async function* ({ table, partnerId }: PartnerStore, { accountNumber }: Deleted): Parts {
  const key = userCountsKey(partnerId, accountNumber);
  if (await table.get(key)) yield [deletionOf(key)];
};

/** The users whose list has a location: it leaves the list, and a list that is empty then grants nothing. */
export const usersOfLocation = async function* (
  { table, partnerId }: PartnerStore,
  { accountNumber, number }: Deleted,
): Parts {
  const containing = { attribute: 'businessNumbers', value: number };
  for await (const keys of listedAt(table, usersPartition(partnerId, accountNumber), { containing })) {
    for (const item of (await table.batchGet(keys)).filter(isUser)) {
      const user = userFrom(item);
      if (user.access === 'all' || !user.access.includes(number)) continue;
      const wasLoaded = item.loadedVersion !== undefined && item.loadedVersion === item.version;
      yield [
        updateAction(item, {
          ...userChanges({ ...user, access: user.access.filter((each) => each !== number) }),
          ...(wasLoaded && { loadedVersion: Number(item.version) + 1 }),
        }),
      ];
    }
  }
};
