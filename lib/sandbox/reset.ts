/**
 * Resets a sandbox: deletes all of the partner's data, and loads the demo data again in one transaction. The numbers
 * are new each time, as the number of a deleted record is not assigned again; so the load need not wait until dependent
 * items are removed. An interrupted reset starts again from the beginning (docs/sandbox.md).
 */
import { withConcurrency } from '../dynamodb/client/concurrency.ts';
import { Conflict, StoreUnavailable } from '../dynamodb/client/outcomes.ts';
import type { PartnerStore } from '../dynamodb/table/partner-store.ts';
import { listedAt } from '../dynamodb/writes/dependent-items.ts';
import { creation, write } from '../dynamodb/writes/write.ts';
import { accountsPartition, childrenPartition } from '../partners/repository/account.ts';
import { demoActions, drawPlace, type Loaded } from './repository/demo-items.ts';
import { type Lease, sandboxes } from './repository/sandbox.ts';

/** Deletes an account or a location. Reports whether it has children, in which case it stays. */
export type Remove = (number: number) => Promise<'gone' | 'has children'>;

/**
 * How often an account's children are listed: the index lags behind by a second, in which other requests may create
 * more.
 */
const ROUNDS = 4;
const AT_ONCE = 10;
/**
 * The maximum number of accounts and locations that one request deletes: with the load, that stays below the 1,000
 * write units of a request (docs/sandbox.md).
 */
const MOST_REMOVED = 40;

const numberIn = (pk: string): number => Number(pk.split('#').at(-1));

/** Limits the number of deletions: a repeated request continues with the rest. */
const bounded = (remove: Remove): Remove => {
  let left = MOST_REMOVED;
  return async (number) => {
    if (left-- <= 0) throw new StoreUnavailable('there is more than one request deletes');
    return remove(number);
  };
};

const removeAll = async (store: PartnerStore, lease: Lease, remove: Remove): Promise<void> => {
  const listed = async (partition: string) => {
    const found: { readonly number: number; readonly isAccount: boolean }[] = [];
    for await (const keys of listedAt(store.table, partition))
      for (const { pk, sk } of keys) found.push({ number: numberIn(pk), isAccount: sk === 'ACCOUNT' });
    return found;
  };
  const removeAccount = async (accountNumber: number): Promise<void> => {
    for (let round = 0; round < ROUNDS; round++) {
      const children = await listed(childrenPartition(store.partnerId, accountNumber));
      await withConcurrency(children, AT_ONCE, async ({ number, isAccount }) => {
        if (isAccount) await removeAccount(number);
        else await remove(number);
      });
      if ((await remove(accountNumber)) === 'gone') return;
    }
    throw new Conflict('something is created below the account all the time');
  };
  const accounts = (await listed(accountsPartition(store.partnerId))).map(({ number }) => number);
  const all = new Set([...accounts, ...(lease.loaded === undefined ? [] : [lease.loaded])]);
  await withConcurrency(all, AT_ONCE, removeAccount);
};

/**
 * Loads the demo data and ends the lease; under an idempotency key, the transaction also stores the idempotency record.
 */
const load = async (store: PartnerStore, lease: Lease): Promise<Loaded> => {
  const { loadedAction, hasLoaded } = sandboxes(store);
  const place = drawPlace();
  const { mark } = lease;
  const written = await write(store, {
    strategy: creation(() => hasLoaded(lease)),
    actions: [loadedAction(lease, place.accountNumber), ...demoActions(store.partnerId, place)],
    basedOn: [undefined],
    mark,
    result: { ...place },
  });
  if ('executed' in written) return written.executed.result as unknown as Loaded;
  // A number was taken, or the lease has ended.
  if ('refused' in written) throw new StoreUnavailable('the demo data could not be put');
  return place;
};

/**
 * Resets the sandbox of a partner.
 *
 * @throws Conflict if another reset is under way; StoreUnavailable if it was interrupted, or there is more data than
 *   one request deletes: a repeated request continues
 */
export const resetSandbox = async (store: PartnerStore, remove: Remove): Promise<Loaded> => {
  const executed = store.idempotency?.executed;
  if (executed) return executed.result as unknown as Loaded;
  const { begin, release } = sandboxes(store);
  const lease = await begin();
  if (!lease) throw new Conflict('another reset is under way');
  try {
    // Another try of the request may have ended before this one began: what it has loaded stays.
    if (await store.idempotency?.isTaken()) throw new Conflict('another try of the request was faster');
    await removeAll(store, lease, bounded(remove));
    return await load(store, lease);
  } catch (error) {
    // If this fails too, the lease expires.
    await release(lease).catch(() => {});
    throw error;
  }
};
