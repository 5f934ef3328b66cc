/** `user erase`: removes a person who is a user from all accounts of their partner, for good. */
import { ownerKey } from '../../lib/partners/repository/account.ts';
import type { ErasedUser } from '../../lib/users/repository/erasure.ts';
import { personFrom, personKey, userCountsKey } from '../../lib/users/repository/user.ts';
import { users } from '../../lib/users/repository/users.ts';
import { eraseUsers } from '../data/erase-users.ts';
import { AdminError, type Io } from '../io.ts';
import { confirmedBefore } from './confirm.ts';
import { type AgainOptions, eraseAgain, erasingRun, isOne, summaryOf, untilWritten } from './erase-again.ts';
import type { Target } from './target.ts';

export interface EraseUserOptions extends AgainOptions {
  /** Any account of the partner. */
  readonly account?: number | undefined;
  readonly id?: number | undefined;
  readonly email?: string | undefined;
  /** Also erases the last owner of an account. */
  readonly lastOwner?: boolean | undefined;
}

/** @throws AdminError if the options name no user */
const userOf = async (
  { table }: Target,
  { account, id, email }: EraseUserOptions,
  erasedAt: string,
): Promise<ErasedUser> => {
  if (account === undefined || !isOne(id, email))
    throw new AdminError("Pass --account (any of the partner's) and one of --id and --email; or --again.");
  const owner = await table.get(ownerKey(account));
  if (owner?.kind !== 'account') throw new AdminError(`Account ${account} does not exist.`, 'not found');
  const partnerId = String(owner.partnerId);
  // The remaining data of a user who was removed before is found by the id.
  if (id !== undefined) return { partnerId, userId: id, erasedAt };
  const person = await table.get(personKey(partnerId, String(email)));
  if (!person)
    throw new AdminError(`Partner ${partnerId} has no such user. If they were removed, use --id.`, 'not found');
  return { partnerId, userId: personFrom(person).userId, erasedAt };
};

/** The accounts that would lose their last owner. */
const ownerless = async ({ table }: Target, { partnerId, userId }: ErasedUser): Promise<readonly number[]> => {
  const found = await users({ table, partnerId }).personOf(userId);
  const accounts: number[] = [];
  for (const { accountNumber, userRole } of found?.on ?? []) {
    if (userRole !== 'owner') continue;
    const counts = await table.get(userCountsKey(partnerId, accountNumber));
    if (Number(counts?.ownerCount ?? 0) <= 1) accounts.push(accountNumber);
  }
  return accounts;
};

export const eraseUser = async (target: Target, io: Io, options: EraseUserOptions): Promise<void> => {
  if (options.again) return eraseAgain(target, io, options);
  const user = await userOf(target, options, new Date(io.now()).toISOString());
  const left = options.lastOwner ? [] : await ownerless(target, user);
  if (left.length > 0)
    throw new AdminError(
      `User ${user.userId} is the last owner of ${left.join(', ')}. Make someone else an owner first, or pass --last-owner.`,
      'refused',
    );
  const { confirm = confirmedBefore } = options;
  const name = `user ${user.userId} of partner ${user.partnerId}`;
  if (!(await confirm(`erase ${name} for good, with all their data in ${target.table.name}`))) return;
  io.log(`Searching the entire table ${target.table.name} for data of user ${user.userId} ...`);
  const run = erasingRun(target, io, options, `user erase of ${name}`);
  const removed = await eraseUsers(target.table, [user], run, { wait: untilWritten(io, options) });
  run.end();
  io.result?.({ partner: user.partnerId, user: user.userId, removed: Object.fromEntries(removed) });
  io.out(`User ${user.userId} of partner ${user.partnerId}: ${summaryOf(removed)}`);
  io.out('They are in the erasure list: apply the list to each table that you restore (user erase --again).');
};
