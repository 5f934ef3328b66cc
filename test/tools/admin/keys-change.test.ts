/** Keys on an engine of this machine: rotate, revoke, plan set. */
import { afterEach, describe, expect, inject, test, vi } from 'vitest';
import { clock } from '../../../lib/dynamodb/client/clock.ts';
import { apiKeyLookup } from '../../../lib/partners/key-lookup.ts';
import { keyHash } from '../../../lib/partners/repository/api-key.ts';
import { revokeKey } from '../../../tools/admin/keys-revoke.ts';
import { rotateKey } from '../../../tools/admin/keys-rotate.ts';
import { setPlan } from '../../../tools/admin/plan-set.ts';
import { apiKeysOfPartner } from '../../../tools/admin/store/api-keys.ts';
import { findMeteringKey } from '../../../tools/admin/store/metering-keys.ts';
import { load } from '../../support/load.ts';
import { KEYS, world } from '../../support/world.ts';
import { runHere } from './in-process.ts';
import { DAY, HOUR, io, issue, newPartner, stored, target, useKeys } from './keys-world.ts';

useKeys();
afterEach(() => {
  vi.restoreAllMocks();
});

describe('keys rotate', () => {
  test('makes a key of the same partner and plan, and lets the old one end after the overlap', async () => {
    const old = await issue({ plan: 'trial', name: 'shop' });
    const fresh = await rotateKey(target, io, { key: old.id, overlap: DAY });
    expect(await stored(fresh.secret)).toMatchObject({ partnerId: old.partner, plan: 'trial', name: 'shop' });
    expect((await stored(fresh.secret))?.meteringKey).toBe((await stored(old.secret))?.meteringKey);
    expect((await stored(old.secret))?.expiresAt).toBe(new Date(io.time + DAY).toISOString());

    let now = io.time + DAY - 1;
    vi.spyOn(clock, 'now').mockImplementation(() => now);
    const lookup = apiKeyLookup();
    const refusalOf = async (secret: string) => (await lookup(target.table, secret)).refused;
    expect([await refusalOf(old.secret), await refusalOf(fresh.secret)]).toEqual([undefined, undefined]);
    now += 1;
    expect(await refusalOf(old.secret)).toBe('expired');
    expect(await refusalOf(fresh.secret)).toBeUndefined();
  });

  test('never lengthens the life of the old key, and asks how long the new one lasts', async () => {
    const old = await issue({ expires: HOUR });
    await expect(rotateKey(target, io, { key: old.id, overlap: DAY })).rejects.toThrow('--expires');
    expect(await apiKeysOfPartner(target.table, old.partner)).toHaveLength(1);
    const fresh = await rotateKey(target, io, { key: old.id, partner: old.partner, overlap: DAY, expires: 2 * DAY });
    expect((await stored(old.secret))?.expiresAt).toBe(new Date(io.time + HOUR).toISOString());
    expect((await stored(fresh.secret))?.expiresAt).toBe(new Date(io.time + 2 * DAY).toISOString());
  });

  test.each([
    ['does not lengthen it, and issues nothing', HOUR, DAY],
    ['shortens it', DAY, HOUR],
  ])('at once with a rotation that ended the old key: %s', async (_, first, second) => {
    const old = await issue();
    let isLate = false;
    const transact: typeof target.table.transact = async (writes) => {
      if (!isLate) {
        isLate = true;
        await rotateKey(target, io, { key: old.id, overlap: first });
      }
      return target.table.transact(writes);
    };
    const late = rotateKey({ ...target, table: { ...target.table, transact } }, io, { key: old.id, overlap: second });
    if (second > first) await expect(late).rejects.toThrow('was revoked or rotated meanwhile: no new key was issued');
    else await late;
    expect((await stored(old.secret))?.expiresAt).toBe(new Date(io.time + HOUR).toISOString());
    expect(await apiKeysOfPartner(target.table, old.partner)).toHaveLength(second > first ? 2 : 3);
  });

  test('refuses a key that is revoked, expired or not there', async () => {
    const revoked = await issue();
    await revokeKey(target, io, { key: revoked.id });
    await expect(rotateKey(target, io, { key: revoked.id, overlap: DAY })).rejects.toThrow('is revoked');
    const expired = await issue({ expires: HOUR });
    io.time += HOUR;
    await expect(rotateKey(target, io, { key: expired.id, overlap: DAY })).rejects.toThrow('is expired');
    await expect(rotateKey(target, io, { key: '000000000000', overlap: DAY })).rejects.toThrow('no key 000000000000');
    await expect(rotateKey(target, io, { key: expired.id, partner: 'ours', overlap: DAY })).rejects.toThrow(
      'of partner ours',
    );
  });
});

describe('keys revoke', () => {
  test('takes a key back: refused once what functions remember has run out', async () => {
    const { secret, id } = await issue();
    let now = io.time;
    vi.spyOn(clock, 'now').mockImplementation(() => now);
    const lookup = apiKeyLookup();
    const refusalOf = async (secret: string) => (await lookup(target.table, secret)).refused;
    expect(await refusalOf(secret)).toBeUndefined();
    await revokeKey(target, io, { key: id });
    now += 60_000;
    expect(await refusalOf(secret)).toBe('revoked');
    expect(io.text()).toContain('within a minute');
  });

  test('is no fault the second time', async () => {
    const { id, partner } = await issue();
    await revokeKey(target, io, { key: id, partner });
    await revokeKey(target, io, { key: id, partner });
    expect(io.said.at(-1)).toContain('was already revoked');
  });

  test('outlasts another load of the file that brought the key', async () => {
    await load(target.table, world);
    await revokeKey(target, io, { key: keyHash(KEYS.theirs).slice(0, 20) });
    await load(target.table, world);
    expect((await stored(KEYS.theirs))?.revoked).toBe(true);
  });
});

describe('plan set', () => {
  test('moves the usable keys, and those alone', async () => {
    const partner = newPartner();
    const moved = await issue({ partner });
    const there = await issue({ partner, plan: 'enterprise' });
    const expired = await issue({ partner, expires: 1 });
    io.time += HOUR;
    await setPlan(target, io, { partner, plan: 'enterprise' });
    const meter = await findMeteringKey(target.table, partner, 'enterprise');
    for (const { secret } of [moved, there])
      expect(await stored(secret)).toMatchObject({ plan: 'enterprise', meteringKey: meter?.value });
    expect(await stored(expired.secret)).toMatchObject({ plan: 'standard' });
    expect(io.said.at(-1)).toContain('Moved 1 of 2 usable keys');
    await setPlan(target, io, { partner, plan: 'enterprise' });
    expect(io.said.at(-1)).toContain('Moved 0 of 2');
  });

  test('refuses unknown partners and plans, and partners without a usable key', async () => {
    await expect(setPlan(target, io, { partner: 'unknown', plan: 'trial' })).rejects.toThrow(
      'Partner unknown does not exist',
    );
    await expect(setPlan(target, io, { partner: 'ours', plan: 'gold' })).rejects.toThrow(
      'Usage plan gold does not exist',
    );
    const { partner, id } = await issue();
    await revokeKey(target, io, { key: id });
    await expect(setPlan(target, io, { partner, plan: 'trial' })).rejects.toThrow('no usable key');
  });
});

describe('the command line', () => {
  const at = () => ['--endpoint', inject('endpoint'), '--table', target.table.name];

  test('issues a key, lists it and takes it back', async () => {
    const partner = newPartner();
    const issued = await runHere([
      'keys',
      'issue',
      ...at(),
      '--partner',
      partner,
      '--partner-name',
      'CLI',
      '--plan',
      'trial',
      '--expires',
      '90d',
    ]);
    expect(issued).toMatchObject({ status: 0, stderr: '' });
    const secret = issued.stdout.trim().split('\n').at(-1)!;
    const key = keyHash(secret).slice(0, 12);
    const listed = await runHere(['keys', 'list', ...at(), '--partner', partner]);
    expect(listed.stdout).toContain(key);
    expect(await runHere(['keys', 'revoke', ...at(), '--key', key, '--yes'])).toMatchObject({ status: 0 });
    expect((await stored(secret))?.revoked).toBe(true);
  });

  test.each([
    [['keys', 'issue', '--plan', 'x'], "required option '--partner <id>'"],
    [['keys', 'issue', '--partner', 'UPPER', '--plan', 'x'], 'a-z, 0-9 and -'],
    [['keys', 'rotate', '--key', '0123456789ab', '--overlap', 'soon'], '90d, 24h or 30m'],
    [['keys', 'revoke', '--key', 'plk_not_an_id'], 'keys list'],
    [['keys', 'mint'], "unknown command 'mint'"],
  ])('%j is refused in a sentence', async (args, words) => {
    const { status, stderr } = await runHere(args);
    expect(status).not.toBe(0);
    expect(stderr).toContain(words);
    expect(stderr).not.toContain('    at ');
  });

  test('says that an endpoint does not answer', async () => {
    const { status, stderr } = await runHere(['keys', 'list', '--endpoint', 'http://127.0.0.1:9']);
    expect(status).toBe(5);
    expect(stderr.trim()).toBe('Nothing answers there (ECONNREFUSED). Check the address and the network.');
  });
});
