/** Partners that are suspended and resumed: which keys work, and that none slips past. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, inject, test, vi } from 'vitest';
import { handler as authorize } from '../../../functions/authorizer.ts';
import { clock } from '../../../lib/dynamodb/client/clock.ts';
import { apiKeyLookup } from '../../../lib/partners/key-lookup.ts';
import { keyHash } from '../../../lib/partners/repository/api-key.ts';
import { explainKeys } from '../../../tools/admin/keys-explain.ts';
import { revokeKey } from '../../../tools/admin/keys-revoke.ts';
import { rotateKey } from '../../../tools/admin/keys-rotate.ts';
import { listPartners } from '../../../tools/admin/partner-list.ts';
import { resumePartner, suspendPartner } from '../../../tools/admin/partner-suspend.ts';
import { setPlan } from '../../../tools/admin/plan-set.ts';
import { addApiKey, changeApiKey } from '../../../tools/admin/store/api-keys.ts';
import { setSuspended } from '../../../tools/admin/store/partners.ts';
import { importData } from '../../../tools/data/commands/data-import.ts';
import { apiKeyLine } from '../../../tools/data/lines/api-key.ts';
import type { Line } from '../../../tools/data/lines/line.ts';
import { lineWriter } from '../../../tools/data/write.ts';
import { linesOf } from '../../support/data-files.ts';
import { load } from '../../support/load.ts';
import { runHere } from './in-process.ts';
import { DAY, HOUR, io, issue, newPartner, stored, target, useKeys } from './keys-world.ts';

useKeys();
afterEach(() => {
  vi.restoreAllMocks();
});

const suspend = (partner: string) => suspendPartner(target, io, { partner, lag: 0 });
const resume = (partner: string) => resumePartner(target, io, { partner });
/** By a function that remembers nothing. */
const refusalOf = async (secret: string) => (await apiKeyLookup()(target.table, secret)).refused;

describe('partner suspend', () => {
  test('refuses all keys of the partner, whichever they are, once what functions remember has run out', async () => {
    const partner = newPartner();
    const keys = [await issue({ partner }), await issue({ partner, plan: 'trial', expires: DAY })];
    const other = await issue();
    let now = io.time;
    vi.spyOn(clock, 'now').mockImplementation(() => now);
    const lookup = apiKeyLookup();
    for (const { secret } of keys) expect((await lookup(target.table, secret)).refused).toBeUndefined();
    await suspend(partner);
    now += 60_000;
    for (const { secret } of keys) expect((await lookup(target.table, secret)).refused).toBe('suspended');
    expect((await lookup(target.table, other.secret)).refused).toBeUndefined();
    expect(io.said.at(-1)).toContain('(2 keys marked now)');
  });

  test('gives the partner no new key in any way', async () => {
    const partner = newPartner();
    const old = await issue({ partner });
    await suspend(partner);
    await expect(issue({ partner })).rejects.toThrow('is suspended');
    await expect(rotateKey(target, io, { key: old.id, overlap: HOUR })).rejects.toThrow('is suspended');
    await expect(setPlan(target, io, { partner, plan: 'trial' })).rejects.toThrow('is suspended');
    const line = { type: 'apiKey', partnerId: partner, key: 'a-key-of-a-suspended-partner', plan: 'standard' };
    expect(await load(target.table, [line])).toMatchObject([{ reason: `partner ${partner} is suspended` }]);
    expect(await refusalOf('a-key-of-a-suspended-partner')).toBe('unknown');
  });

  test('catches a key that is put while the partner is being suspended', async () => {
    const partner = newPartner();
    const old = await issue({ partner });
    const { meteringKey } = (await stored(old.secret))!;
    const fields = { partnerId: partner, plan: 'standard', meteringKey };
    // The put has passed its own look before, and comes after the partner's state was set.
    await setSuspended(target.table, partner, new Date(io.time).toISOString());
    const sha256 = keyHash('a-key-that-comes-late-000');
    await expect(addApiKey(target.table, { ...fields, sha256 })).rejects.toThrow('is suspended');
    expect(await refusalOf('a-key-that-comes-late-000')).toBe('unknown');
  });

  test('catches a key that the index does not list yet', async () => {
    const { partner, secret } = await issue();
    let looks = 0;
    const table: typeof target.table = {
      ...target.table,
      async *query(input) {
        if (++looks > 1) yield* target.table.query(input);
      },
    };
    await suspendPartner({ ...target, table }, io, { partner, lag: 0 });
    expect(await refusalOf(secret)).toBe('suspended');
  });

  test('catches a key that a load puts meanwhile', async () => {
    const { partner } = await issue();
    await suspend(partner);
    const key = `a-key-of-${partner}-meanwhile`;
    const line = apiKeyLine.read({ partnerId: partner, key, plan: 'standard' }, {}) as Line;
    let looks = 0;
    // The load has looked at the partner before it was suspended, and goes on behind it.
    const get: typeof target.table.get = async (of, consistency) => {
      const item = await target.table.get(of, consistency);
      return of.sk === 'PARTNER' && ++looks <= 2 ? { ...item, suspendedAt: undefined } : item;
    };
    const written = await lineWriter({ ...target, table: { ...target.table, get } })(line);
    expect(written).toEqual({ outcome: 'loaded' });
    expect(await refusalOf(key)).toBe('suspended');
  });

  test('goes on where a run was cut off, and is no fault the second time', async () => {
    const partner = newPartner();
    const keys = [await issue({ partner }), await issue({ partner })];
    await setSuspended(target.table, partner, new Date(io.time).toISOString());
    await changeApiKey(
      target.table,
      (await stored(keys[0]!.secret))! && { sha256: keyHash(keys[0]!.secret), partnerId: partner },
      { suspended: true },
    );
    expect(await refusalOf(keys[1]!.secret)).toBeUndefined();
    await suspend(partner);
    await suspend(partner);
    for (const { secret } of keys) expect(await refusalOf(secret)).toBe('suspended');
  });

  test('outlasts another load of the file that brought partner and key, and keys explain says it', async () => {
    const partner = newPartner();
    const key = `a-key-of-${partner}-in-a-file`;
    const file = [
      { type: 'partner', partnerId: partner, name: 'Of a file' },
      { type: 'apiKey', partnerId: partner, key, plan: 'standard' },
    ];
    expect(await load(target.table, file)).toEqual([]);
    await suspend(partner);
    const directory = await mkdtemp(join(tmpdir(), 'suspended-'));
    const name = join(directory, 'again.jsonl');
    await writeFile(name, linesOf(file));
    // Also where it may overwrite what has changed since.
    await importData(target, io, name, { force: true });
    await rm(directory, { recursive: true });
    expect(await refusalOf(key)).toBe('suspended');
    await expect(issue({ partner })).rejects.toThrow('is suspended');
    const [outcome] = await explainKeys(target, io, { partner });
    expect(outcome).toMatchObject({ status: 401, code: 1161, why: 'its partner is suspended' });
    expect(outcome?.remedy).toContain('partner resume');
  });

  test('makes the authorizer deny', async () => {
    const { partner, secret } = await issue();
    process.env.TABLE_NAME = target.table.name;
    const event = { methodArn: 'arn:aws:execute-api:r:1:api/prod/GET/v1/x', headers: { 'x-api-key': secret } };
    const effect = async () =>
      (await authorize({ type: 'REQUEST', httpMethod: 'GET', resource: '/', ...event } as never)).policyDocument
        .Statement[0]?.Effect;
    await suspend(partner);
    expect(await effect()).toBe('Deny');
  });
});

describe('partner resume', () => {
  test('lets the keys work again, but none that was revoked or has expired', async () => {
    const partner = newPartner();
    const usable = await issue({ partner });
    const revoked = await issue({ partner });
    const expired = await issue({ partner, expires: 1 });
    await revokeKey(target, io, { key: revoked.id });
    await suspend(partner);
    await resume(partner);
    expect(await refusalOf(usable.secret)).toBeUndefined();
    expect(await refusalOf(revoked.secret)).toBe('revoked');
    vi.spyOn(clock, 'now').mockImplementation(() => io.time + HOUR);
    expect(await refusalOf(expired.secret)).toBe('expired');
    expect(await refusalOf((await issue({ partner })).secret)).toBeUndefined();
  });
});

describe('partner list', () => {
  test('says of each partner its state, and how much it has', async () => {
    const { partner } = await issue({ partnerName: 'In a list' });
    const { id } = await issue({ partner });
    await revokeKey(target, io, { key: id });
    const rowOf = async (name: string) => (await listPartners(target, io, {})).find((row) => row.partner === name);
    expect(await rowOf(partner)).toEqual({
      ...{ partner, name: 'In a list', state: 'active' },
      ...{ keys: 2, usableKeys: 1, accounts: 0, locations: 0 },
    });
    await suspend(partner);
    expect(await rowOf(partner)).toMatchObject({ state: 'suspended', keys: 2, usableKeys: 0 });
    expect(await rowOf('ours')).toMatchObject({ accounts: 2, locations: 5, keys: 3, usableKeys: 1 });
  });

  test('has a partner of any name', async () => {
    const partner = 'constructor';
    await issue({ partner });
    expect(await listPartners(target, io, {})).toContainEqual({
      ...{ partner, name: 'Some partner', state: 'active' },
      ...{ keys: 1, usableKeys: 1, accounts: 0, locations: 0 },
    });
  });
});

describe('the command line', () => {
  const at = () => ['--endpoint', inject('endpoint'), '--table', target.table.name];

  test('suspends and lists, and knows who is not there', async () => {
    const { partner, secret } = await issue();
    expect(await runHere(['partner', 'suspend', ...at(), '--partner', partner, '--yes'])).toMatchObject({
      status: 0,
      stderr: '',
    });
    expect(await refusalOf(secret)).toBe('suspended');
    const [listed, unknown] = await Promise.all([
      runHere(['partner', 'list', ...at()]),
      runHere(['partner', 'resume', ...at(), '--partner', 'unknown']),
    ]);
    expect(listed.stdout).toMatch(new RegExp(`^${partner} +Some partner +suspended +0 +1 `, 'm'));
    expect(unknown).toMatchObject({ status: 4, stderr: 'Partner unknown does not exist.\n' });
  });
});
