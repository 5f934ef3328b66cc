/** Deletes a business: checks the record, closes an account against new children, and deletes it. */

import { clock } from '../dynamodb/client/clock.ts';
import type { PartnerStore } from '../dynamodb/table/partner-store.ts';
import { type Outcome, revise } from '../dynamodb/writes/until.ts';
import type { StoredAccount } from '../partners/repository/account.ts';
import { deletions } from './repository/deletion.ts';
import { directory, type Named } from './repository/directory.ts';

/**
 * How far the index of an account's children may lag behind. After this time it lists every child that was created
 * before the account was closed.
 */
const INDEX_MILLISECONDS = 1000;

interface Command {
  /** Throws if the record may not be deleted. */
  readonly check: (record: Named) => void;
  /** Throws the error for an account with locations or sub-accounts. */
  readonly refuseChildren: () => never;
  readonly validateOnly: boolean;
}

/**
 * Deletes an account without children. While it is closed, creations below it are refused, so no child can appear in
 * between.
 */
const deleteAccount = async (store: PartnerStore, account: StoredAccount, { refuseChildren }: Command) => {
  const { close, reopen, hasChildren, account: remove } = deletions(store);
  const closing = await close(account);
  if (typeof closing !== 'number') return closing;
  await clock.pause(INDEX_MILLISECONDS);
  if (await hasChildren(account.accountNumber)) {
    await reopen(account, closing);
    refuseChildren();
  }
  return remove(account, closing);
};

/**
 * Deletes an account or a location.
 *
 * @returns whether it existed
 */
export const deleteRecord = async (store: PartnerStore, number: number, command: Command): Promise<boolean> => {
  if (store.idempotency?.executed) return true;
  const deleted = await revise<Named, true>({
    readsFirst: true,
    find: () => directory(store).find(number),
    check: (record) => {
      command.check(record!);
      return true;
    },
    save: async (_, found): Promise<Outcome<Named>> => {
      const record = found!;
      const { account } = record as { readonly account?: StoredAccount };
      // Check before writing: most accounts that may not be deleted are refused here.
      if (account && (await deletions(store).hasChildren(account.accountNumber))) command.refuseChildren();
      if (command.validateOnly) return { saved: record };
      return 'business' in record
        ? deletions(store).location(record.business)
        : deleteAccount(store, record.account, command);
    },
  });
  return deleted !== undefined;
};
