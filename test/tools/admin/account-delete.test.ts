/** An account that is deleted with all its locations: one command, and one removal in the stream. */
import { beforeAll, describe, expect, inject, it } from 'vitest';
import { handler as processStream } from '../../../functions/events/process-stream.ts';
import { tombstoneKey } from '../../../lib/business/repository/tombstone.ts';
import { accountKey } from '../../../lib/partners/repository/account.ts';
import { deleteAccountWithLocations } from '../../../tools/admin/account-delete.ts';
import { openTarget, type Target } from '../../../tools/admin/target.ts';
import type { OpenTable } from '../../../tools/open-table.ts';
import {
  byKey,
  newFamily,
  nextNumber,
  openWorld,
  recordsOf,
  remove,
  sweep,
  tombstones,
} from '../../functions/business/delete-business/support.ts';
import { bring, scan } from '../../support/opened-world.ts';
import { recordingIo } from './recording-io.ts';

let table: OpenTable;
let target: Target;
beforeAll(async () => {
  table = await openWorld();
  target = await openTarget({ stage: 'prod', endpoint: inject('endpoint'), table: table.name });
  return () => target.close();
});

const below = async (n: number) =>
  [...byKey(await scan()).values()]
    .filter((item) => JSON.stringify(item).match(new RegExp(`\\b(?:${n}|${n + 1}|${n + 2}|${n + 3})\\b`)))
    .map(({ type }) => String(type))
    .sort();

describe('account delete', () => {
  it('shows what it would do, and changes nothing in a dry run or unless it is confirmed', async () => {
    const n = await newFamily();
    const before = byKey(await scan());
    const asked: string[] = [];
    const confirm = async (what: string) => {
      asked.push(what);
      return false;
    };
    await deleteAccountWithLocations(target, recordingIo(), { account: n, confirm });
    await deleteAccountWithLocations(target, recordingIo(), { account: n, confirm, dryRun: true });
    expect(asked[0]).toBe(
      `delete account ${n} (Account ${n}) of partner ours for good, with its 2 locations and everything below them`,
    );
    expect(byKey(await scan())).toEqual(before);
  });

  it('deletes the account at once and the rest by one removal of the stream, which may be cut off', async () => {
    const [n, other] = [await newFamily(), await newFamily()];
    const others = await below(other);
    const io = recordingIo();
    const command = deleteAccountWithLocations(target, io, { account: n, wait: 60 });
    const tombstone = () => table.get(tombstoneKey('ours', 'account', n));
    await expect.poll(tombstone).toBeDefined();
    expect(await table.get(accountKey('ours', n))).toBeUndefined();
    // The stream has no time: it shows the tombstone again, and goes on in the next round.
    let remaining = 25_000;
    const hurried = { getRemainingTimeInMillis: () => (remaining -= 8000) } as Parameters<typeof processStream>[1];
    expect(await processStream({ Records: recordsOf(await tombstones(n)) }, hurried)).toEqual({
      batchItemFailures: [],
    });
    expect((await tombstone())?.rounds).toBe(1);
    expect(await sweep([n])).toEqual({ batchItemFailures: [] });
    await command;
    expect(io.said).toEqual([`Deleted account ${n} of partner ours with 2 locations.`]);
    expect((await tombstones(n + 1, n + 2)).map(({ kind, accountNumber }) => [kind, accountNumber])).toEqual([
      ['business', n],
      ['business', n],
    ]);
    await sweep([n + 1, n + 2]);
    // Numbers are never given again.
    expect(new Set(await below(n))).toEqual(new Set(['owner']));
    expect(await below(other)).toEqual(others);
  });

  it('a command that was cut off is run again: it starts the removal once more, and waits', async () => {
    const n = await newFamily();
    const gone = deleteAccountWithLocations(target, recordingIo(), { account: n, wait: 1 });
    await expect(gone).rejects.toMatchObject({
      reason: 'outage',
      message: expect.stringContaining('2 locations are left'),
    });
    const asked: string[] = [];
    const confirm = async (what: string) => asked.push(what) > 0;
    const again = deleteAccountWithLocations(target, recordingIo(), { account: n, wait: 60, confirm });
    await expect.poll(async () => (await table.get(tombstoneKey('ours', 'account', n)))?.rounds).toBe(1);
    expect(asked).toEqual([`continue to delete the 2 locations that are left of account ${n} of partner ours`]);
    await sweep([n]);
    await again;
    const third = deleteAccountWithLocations(target, recordingIo(), { account: n });
    await expect(third).rejects.toMatchObject({ reason: 'not found' });
  });

  it('refuses an account with sub-accounts, and a number of none', async () => {
    const n = nextNumber();
    await bring([
      { type: 'account', accountNumber: n, partnerId: 'ours', name: 'Upper' },
      { type: 'account', accountNumber: n + 1, partnerId: 'ours', name: 'Lower', parent: n },
    ]);
    const refused = deleteAccountWithLocations(target, recordingIo(), { account: n });
    await expect(refused).rejects.toMatchObject({
      reason: 'refused',
      message: expect.stringContaining('1 sub-accounts'),
    });
    expect(await table.get(accountKey('ours', n))).toBeDefined();
    for (const account of [999_999, 101])
      await expect(deleteAccountWithLocations(target, recordingIo(), { account })).rejects.toMatchObject({
        reason: 'not found',
      });
  });

  it('a location that is deleted by itself still leaves the contacts of its account in order', async () => {
    const n = await newFamily();
    expect((await remove(n + 1)).status).toBe(200);
    await sweep([n + 1]);
    const contacts = [...byKey(await scan()).values()].filter(
      ({ type, accountNumber }) => type === 'contact' && accountNumber === n,
    );
    expect(contacts).toHaveLength(2);
    expect(JSON.stringify(contacts)).not.toContain(`"businessNumber":${n + 1}`);
  });
});
