/**
 * `account delete`: deletes an account with all its locations. The command deletes the account; its tombstone in the
 * stream has `process-stream` delete the locations and everything else (docs/writing-once.md: deletions), whether or not
 * the command goes on. The command shows how many are left.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { deletions } from '../../lib/business/repository/deletion.ts';
import { tombstoneKey } from '../../lib/business/repository/tombstone.ts';
import { clock } from '../../lib/dynamodb/client/clock.ts';
import { showAgain } from '../../lib/dynamodb/stream/tombstones.ts';
import type { PartnerStore } from '../../lib/dynamodb/table/partner-store.ts';
import { listedAt } from '../../lib/dynamodb/writes/dependent-items.ts';
import { accounts, childrenPartition, ownerKey, type StoredAccount } from '../../lib/partners/repository/account.ts';
import { untilAvailable } from '../data/retry.ts';
import { AdminError, type Io } from '../io.ts';
import { type Confirmable, confirmedBefore } from './confirm.ts';
import { startProgress } from './progress.ts';
import type { Target } from './target.ts';

export interface AccountDeleteOptions extends Confirmable {
  readonly account: number;
  /** Seconds without any progress after which the command gives up waiting. */
  readonly wait?: number | undefined;
}

const WAIT_SECONDS = 120;
/** Milliseconds between two looks at what is left. */
const LOOK_EVERY = 2000;
/** The index lists a location that was created before the account was closed within this time. */
const INDEX_MILLISECONDS = 1000;
const ATTEMPTS = 10;

const childrenOf = async ({ table, partnerId }: PartnerStore, account: number) => {
  const found = { locations: 0, accounts: 0 };
  for await (const keys of listedAt(table, childrenPartition(partnerId, account)))
    for (const { sk } of keys) found[sk === 'ACCOUNT' ? 'accounts' : 'locations']++;
  return found;
};

const requireNoAccounts = (account: number, { accounts: below }: { readonly accounts: number }): void => {
  if (below > 0) throw new AdminError(`Account ${account} has ${below} sub-accounts: delete them first.`, 'refused');
};

/** Deletes the account on the version that was read; again if someone changed it meanwhile. */
const deleteOnce = async (store: PartnerStore, account: StoredAccount): Promise<boolean> => {
  const { close, reopen, account: remove } = deletions(store);
  const closing = await close(account);
  if (typeof closing !== 'number') return 'refused' in closing && closing.refused === 'absent';
  await clock.pause(INDEX_MILLISECONDS);
  const children = await childrenOf(store, account.accountNumber);
  if (children.accounts > 0) await reopen(account, closing);
  requireNoAccounts(account.accountNumber, children);
  const outcome = await remove(account, closing);
  return 'saved' in outcome || outcome.refused === 'absent';
};

const deleteAccount = async (store: PartnerStore, number: number): Promise<void> => {
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const account = await accounts(store).find(number);
    if (!account || (await untilAvailable(() => deleteOnce(store, account)))) return;
  }
  throw new AdminError(`Other writers keep changing account ${number}: run the command again.`, 'outage');
};

/** Waits until the stream has deleted all locations. */
const follow = async (store: PartnerStore, io: Io, account: number, total: number, wait: number): Promise<void> => {
  const progress = startProgress(io, total, 'Deleting locations');
  try {
    let left = total;
    for (let changedAt = performance.now(); left > 0; ) {
      await sleep(Math.min(LOOK_EVERY, wait * 1000));
      const now = (await untilAvailable(() => childrenOf(store, account))).locations;
      if (now !== left) changedAt = performance.now();
      left = now;
      progress.update(total - left);
      if (left > 0 && performance.now() - changedAt > wait * 1000)
        throw new AdminError(
          `${left} locations are left, and none was deleted for ${wait} s. The stream deletes them when it is read (doctor); run the command again to see.`,
          'outage',
        );
    }
  } finally {
    progress.stop();
  }
};

/**
 * Deletes an account and waits for its locations. A run that was interrupted can be repeated: it starts the removal
 * again, and waits.
 *
 * @throws AdminError if there is no such account, or if it has sub-accounts
 */
export const deleteAccountWithLocations = async (
  target: Target,
  io: Io,
  { account, wait = WAIT_SECONDS, dryRun, confirm = confirmedBefore }: AccountDeleteOptions,
): Promise<void> => {
  const { table } = target;
  const owner = await table.get(ownerKey(account));
  const partnerId = String(owner?.partnerId);
  const store = { table, partnerId };
  const tombstone = owner && (await table.get(tombstoneKey(partnerId, 'account', account)));
  const stored = owner?.kind === 'account' ? await accounts(store).find(account) : undefined;
  const children = owner ? await childrenOf(store, account) : { locations: 0, accounts: 0 };
  if (!stored && !(tombstone && children.locations > 0))
    throw new AdminError(`Account ${account} does not exist.`, 'not found');
  requireNoAccounts(account, children);
  const { locations } = children;
  const what = stored
    ? `delete account ${account} (${stored.name ?? ''}) of partner ${partnerId} for good, with its ${locations} locations and everything below them`
    : `continue to delete the ${locations} locations that are left of account ${account} of partner ${partnerId}`;
  if (!(await confirm(what)) || dryRun) return;
  if (stored) await deleteAccount(store, account);
  // An earlier removal may have been given up: the stream reads the tombstone once more.
  else if (tombstone) await showAgain(table, tombstone);
  io.log(`Account ${account} is deleted. The stream deletes its ${locations} locations, also if you end this command.`);
  await follow(store, io, account, locations, wait);
  io.out(`Deleted account ${account} of partner ${partnerId} with ${locations} locations.`);
  io.result?.({ account, partner: partnerId, locations });
};
