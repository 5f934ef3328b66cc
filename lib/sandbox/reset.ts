/**
 * Resets a sandbox: everything that the partner has goes, and the demo data comes anew, in one transaction. It comes under
 * numbers of its own each time, as a deletion's number is not assigned again; so nothing has to wait until the parts of what
 * was deleted are removed. Cut off anywhere, it is begun again from the start (docs/sandbox.md).
 */
import { inLanes } from '../dynamodb/lanes.ts';
import { StoreUnavailable } from '../dynamodb/outcomes.ts';
import type { PartnerStore } from '../dynamodb/partner-store.ts';
import { listedAt } from '../dynamodb/parts.ts';
import { Conflict } from '../dynamodb/revise.ts';
import { tokenOf } from '../dynamodb/versioned.ts';
import { accountsPartition, childrenPartition } from '../partners/repository/account.ts';
import { demoActions, drawPlace, type Loaded } from './repository/demo-items.ts';
import { type Lease, sandboxes } from './repository/sandbox.ts';

/** Deletes an account or a location; says whether something is below it, in which case it stands. */
export type Remove = (number: number) => Promise<'gone' | 'has children'>;

/** So often what is below an account is listed: the index lags behind by a second, in which others may have created more. */
const ROUNDS = 4;
const AT_ONCE = 10;
/** So many accounts and locations one request deletes: with the load below the 1,000 write units of a request (docs/sandbox.md). */
const MOST_REMOVED = 40;

const numberIn = (pk: string): number => Number(pk.split('#').at(-1));

/** Deletes so many and no more: who sends the request again goes on with the rest. */
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
      await inLanes(children, AT_ONCE, async ({ number, isAccount }) => {
        if (isAccount) await removeAccount(number);
        else await remove(number);
      });
      if ((await remove(accountNumber)) === 'gone') return;
    }
    throw new Conflict('something is created below the account all the time');
  };
  const accounts = (await listed(accountsPartition(store.partnerId))).map(({ number }) => number);
  const all = new Set([...accounts, ...(lease.loaded === undefined ? [] : [lease.loaded])]);
  await inLanes(all, AT_ONCE, removeAccount);
};

/** Puts the demo data and ends the lease; under an idempotency key it takes the key with it. */
const load = async (store: PartnerStore, lease: Lease): Promise<Loaded> => {
  const { table, partnerId, claim } = store;
  const { loadedAction, hasLoaded } = sandboxes(store);
  const place = drawPlace();
  const actions = [
    ...(claim ? [claim.take({ mark: lease.mark, result: { ...place } })] : []),
    loadedAction(lease, place.accountNumber),
    ...demoActions(partnerId, place),
  ];
  try {
    const refused = await table.transact(actions, tokenOf(lease.mark));
    if (!refused) return place;
    if (claim && refused.failed.has(0)) return claim.taken(refused.failed.get(0)).result as unknown as Loaded;
  } catch (error) {
    if (!(error instanceof StoreUnavailable && error.uncertain)) throw error;
    if (await hasLoaded(lease)) return place;
    throw error;
  }
  // Its own first try may have landed without a response; else a number was taken, or the lease has ended.
  if (await hasLoaded(lease)) return place;
  throw new StoreUnavailable('the demo data could not be put');
};

/**
 * Resets the sandbox of a partner.
 *
 * @throws Conflict where another reset is under way; StoreUnavailable where it was cut off, or there is more than one request
 *   deletes: sent again, it goes on
 */
export const resetSandbox = async (store: PartnerStore, remove: Remove): Promise<Loaded> => {
  const executed = store.claim?.executed;
  if (executed) return executed.result as unknown as Loaded;
  const { begin, release } = sandboxes(store);
  const lease = await begin();
  if (!lease) throw new Conflict('another reset is under way');
  try {
    await removeAll(store, lease, bounded(remove));
    return await load(store, lease);
  } catch (error) {
    // Where this fails too, the lease lapses by itself.
    await release(lease).catch(() => {});
    throw error;
  }
};
