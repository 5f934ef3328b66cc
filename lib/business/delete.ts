/** Delete business from what was read to what is gone: judge, close an account against new children, delete. */
import type { PartnerStore } from '../dynamodb/partner-store.ts';
import { type Outcome, revise } from '../dynamodb/revise.ts';
import { sources } from '../dynamodb/sources.ts';
import type { StoredAccount } from '../partners/repository/account.ts';
import { deletions } from './repository/deletion.ts';
import { directory, type Named } from './repository/directory.ts';

/** What the index of an account's children may lag behind: what was created before the account was closed is listed then. */
const INDEX_MILLISECONDS = 1000;

interface Order {
  /** Throws where the record may not be deleted. */
  readonly judge: (record: Named) => void;
  /** Throws what an account with locations or sub-accounts is answered with. */
  readonly refuseChildren: () => never;
  readonly validateOnly: boolean;
}

/** Deletes an account that nothing is below. Creations are refused while it is closed, so that none comes in between. */
const deleteAccount = async (store: PartnerStore, account: StoredAccount, { refuseChildren }: Order) => {
  const { close, reopen, hasChildren, account: remove } = deletions(store);
  const closing = await close(account);
  if (typeof closing !== 'number') return closing;
  await sources.pause(INDEX_MILLISECONDS);
  if (await hasChildren(account.accountNumber)) {
    await reopen(account, closing);
    refuseChildren();
  }
  return remove(account, closing);
};

/**
 * Deletes an account or a location.
 *
 * @returns whether it was there
 */
export const deleteRecord = async (store: PartnerStore, number: number, order: Order): Promise<boolean> => {
  if (store.claim?.executed) return true;
  const deleted = await revise<Named, true>({
    readsFirst: true,
    find: () => directory(store).find(number),
    judge: (record) => {
      order.judge(record!);
      return true;
    },
    save: async (_, found): Promise<Outcome<Named>> => {
      const record = found!;
      const { account } = record as { readonly account?: StoredAccount };
      // Before anything is written: most accounts that may not be deleted are refused here.
      if (account && (await deletions(store).hasChildren(account.accountNumber))) order.refuseChildren();
      if (order.validateOnly) return { saved: record };
      return 'business' in record
        ? deletions(store).location(record.business)
        : deleteAccount(store, record.account, order);
    },
  });
  return deleted !== undefined;
};
