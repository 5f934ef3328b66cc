/** A person with the accounts that they are on. */
import type { PartnerStore } from '../dynamodb/table/partner-store.ts';
import { accountKey } from '../partners/repository/account.ts';
import { userDetails } from './reply.ts';
import { users } from './repository/users.ts';

export interface PersonQuery {
  readonly userId?: number | undefined;
  readonly email?: string | undefined;
}

/** What is answered of a person; `undefined` for who is on no account. The user id decides where both are given. */
export const detailsOf = async (store: PartnerStore, { userId, email = '' }: PersonQuery) => {
  const { person, personOf } = users(store);
  const found = await (userId === undefined ? person(email) : personOf(userId));
  if (!found) return undefined;
  const keys = found.on.map(({ accountNumber }) => accountKey(store.partnerId, accountNumber));
  const accounts = new Map((await store.table.batchGet(keys)).map((item) => [Number(item.accountNumber), item]));
  const on = found.on
    .flatMap((user) => {
      const { accountNumber } = user;
      const item = accounts.get(accountNumber);
      // Of an account that was deleted the users go a moment later.
      if (!item) return [];
      return [{ user, account: { accountNumber, name: String(item.name ?? ''), alias: String(item.alias ?? '') } }];
    })
    .toSorted((a, b) => a.account.accountNumber - b.account.accountNumber);
  return on.length > 0 ? userDetails(found.person, on) : undefined;
};
