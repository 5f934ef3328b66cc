/** Keys as a file: a stage that lost its table, or another one, takes them over, and partners go on with their secrets. */
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, beforeEach, describe, expect, inject, test } from 'vitest';
import { apiKeyLookup } from '../../../lib/partners/key-lookup.ts';
import { accountItem, ownerItem } from '../../../lib/partners/repository/account.ts';
import { apiKeyKey, findApiKey, keyHash } from '../../../lib/partners/repository/api-key.ts';
import { partnerErasureItem } from '../../../lib/partners/repository/erasure.ts';
import { partnerKey } from '../../../lib/partners/repository/partner.ts';
import { exportKeys } from '../../../tools/admin/keys-export.ts';
import { importKeys } from '../../../tools/admin/keys-import.ts';
import { issueKey } from '../../../tools/admin/keys-issue.ts';
import { listIssuedKeys } from '../../../tools/admin/keys-list.ts';
import { revokeKey } from '../../../tools/admin/keys-revoke.ts';
import { resumePartner, suspendPartner } from '../../../tools/admin/partner-suspend.ts';
import { changeApiKey } from '../../../tools/admin/store/api-keys.ts';
import { meteringKeysOf } from '../../../tools/admin/store/metering-keys.ts';
import { openTarget, type Target } from '../../../tools/admin/target.ts';
import { AdminError } from '../../../tools/io.ts';
import { createTestTable } from '../../support/store.ts';
import { runHere } from './in-process.ts';
import { DAY, HOUR, io, issue, newPartner, target, useKeys } from './keys-world.ts';

useKeys();

let directory: string;
let file: string;
let elsewhere: Target;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'keys-'));
  return () => rm(directory, { recursive: true });
});
let files = 0;
beforeEach(async () => {
  file = join(directory, `${++files}.jsonl`);
  const table = await createTestTable();
  elsewhere = await openTarget({ stage: 'prod', endpoint: inject('endpoint'), table: table.name });
  table.client.destroy();
  return () => elsewhere.close();
});

const refusalOf = async (secret: string, at = elsewhere) => (await apiKeyLookup()(at.table, secret)).refused;
const bring = (options: Parameters<typeof importKeys>[3] = {}) =>
  importKeys(elsewhere, io, file, { lag: 0, ...options });
const lines = async () => (await readFile(file, 'utf8')).trim().split('\n');

/** A partner with a key of each state, in a file. */
const somePartner = async () => {
  const partner = newPartner();
  const usable = await issue({ partner, name: 'shop' });
  const trial = await issue({ partner, plan: 'trial', expires: DAY });
  const revoked = await issue({ partner });
  const expired = await issue({ partner, expires: 1 });
  await revokeKey(target, io, { key: revoked.id });
  io.time += HOUR;
  await exportKeys(target, io, { out: file, partner });
  return { partner, usable, trial, revoked, expired };
};

describe('keys export', () => {
  test('writes a file for its owner alone, without secrets and what meters them', async () => {
    const { partner, usable, trial, revoked, expired } = await somePartner();
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    const text = await readFile(file, 'utf8');
    for (const { secret } of [usable, trial, revoked, expired]) {
      expect(text).not.toContain(secret);
      expect(text).toContain(keyHash(secret));
    }
    for (const { value, apiKeyId } of await meteringKeysOf(target.table, partner)) {
      expect(text).not.toContain(value);
      expect(text).not.toContain(apiKeyId);
    }
    expect((await lines()).map((line) => JSON.parse(line).type)).toEqual(['partner', 'key', 'key', 'key', 'key']);
  });

  test('lets no one else read it, whatever lay there before', async () => {
    await writeFile(file, '', { mode: 0o644 });
    await writeFile(`${file}.partial`, 'of a run that was cut off', { mode: 0o644 });
    await somePartner();
    expect((await stat(file)).mode & 0o777).toBe(0o600);
  });

  test('has all partners without --partner', async () => {
    await exportKeys(target, io, { out: file });
    const text = await readFile(file, 'utf8');
    expect(text).toContain('"partnerId":"ours"');
    expect(text).toContain('"partnerId":"theirs"');
  });
});

describe('keys import', () => {
  test('makes keys work under their secrets where nothing was, with metering keys of that stage', async () => {
    const { partner, usable, trial, revoked, expired } = await somePartner();
    expect(await bring()).toBe(true);
    expect(io.said.at(-1)).toBe('4 new keys, 0 updated, 0 unchanged, 0 refused.');
    expect(await refusalOf(usable.secret)).toBeUndefined();
    expect(await refusalOf(trial.secret)).toBeUndefined();
    expect(await refusalOf(revoked.secret)).toBe('revoked');
    expect((await findApiKey(elsewhere.table, keyHash(expired.secret)))?.expiresAt).toBe(expired.expiresAt);
    const metering = await meteringKeysOf(elsewhere.table, partner);
    expect(metering.map(({ plan }) => plan).sort()).toEqual(['standard', 'trial']);
    const before = (await findApiKey(target.table, keyHash(usable.secret)))!;
    const after = await findApiKey(elsewhere.table, keyHash(usable.secret));
    expect(after).toMatchObject({ partnerId: partner, plan: 'standard', name: 'shop', issuedAt: before.issuedAt });
    expect(after?.meteringKey).toBe(metering.find(({ plan }) => plan === 'standard')?.value);
    expect(after?.meteringKey).not.toBe(before.meteringKey);
    expect(await bring()).toBe(true);
    expect(io.said.at(-1)).toBe('0 new keys, 0 updated, 4 unchanged, 0 refused.');
  });

  test('leaves the key of a connector no more than that, also where it was more before', async () => {
    const partner = newPartner();
    const full = await issue({ partner });
    const account = accountItem({ accountNumber: 910, partnerId: partner, name: 'Connected' });
    await target.table.put({ Item: account });
    await target.table.put({ Item: ownerItem('account', 910, partner) });
    const ofConnector = await issue({ partner, connector: true, account: 910 });
    await exportKeys(target, io, { out: file, partner });
    expect(await bring()).toBe(true);
    const there = async () => findApiKey(elsewhere.table, keyHash(ofConnector.secret));
    expect(await there()).toMatchObject({ connector: true, accountNumber: 910 });
    expect(await findApiKey(elsewhere.table, keyHash(full.secret))).not.toHaveProperty('connector');
    // An earlier import took it for a full one.
    await elsewhere.table.update({
      Key: apiKeyKey(keyHash(ofConnector.secret)),
      UpdateExpression: 'REMOVE connector, accountNumber',
    });
    expect(await bring()).toBe(true);
    expect(await there()).toMatchObject({ connector: true, accountNumber: 910 });
  });

  test('counts the partners that it creates, suspends and refuses, also in a dry run', async () => {
    const partner = newPartner();
    await writeFile(file, `${JSON.stringify({ type: 'partner', partnerId: partner, name: 'P' })}\n`);
    for (const dryRun of [true, false]) {
      expect(await bring({ dryRun })).toBe(true);
      expect(io.said.at(-2)).toContain('1 new partners, 0 suspended, 0 unchanged, 0 refused.');
    }
    const suspendedAt = '2026-01-02T03:04:05.000Z';
    await writeFile(file, `${JSON.stringify({ type: 'partner', partnerId: partner, name: 'P', suspendedAt })}\n`);
    for (const dryRun of [true, false]) {
      expect(await bring({ dryRun })).toBe(true);
      expect(io.said.at(-2)).toContain('0 new partners, 1 suspended, 0 unchanged, 0 refused.');
    }
    expect(await bring()).toBe(true);
    expect(io.said.at(-2)).toBe('0 new partners, 0 suspended, 1 unchanged, 0 refused.');
    await elsewhere.table.put({ Item: partnerErasureItem({ partnerId: partner, erasedAt: suspendedAt }) });
    for (const dryRun of [true, false]) {
      expect(await bring({ dryRun })).toBe(false);
      expect(io.logged.at(-1)).toBe(`The partner ${partner} was refused: it was erased for good.`);
      expect(io.said.at(-2)).toContain('0 new partners, 0 suspended, 0 unchanged, 1 refused.');
    }
  });

  test('refuses a time that does not exist; keys list shows one that is stored as it is', async () => {
    const { partner, usable } = await somePartner();
    const good = await lines();
    const odd = { issuedAt: 'yesterday', expiresAt: '2026-13-45T99:99:99.000Z' };
    for (const [name, time] of [...Object.entries(odd), ['expiresAt', '2027-02-30T00:00:00.000Z']] as const) {
      await writeFile(file, JSON.stringify({ ...JSON.parse(good[1]!), [name]: time }));
      await expect(bring(), name).rejects.toThrow('Line 1 is not a line of keys export');
    }
    await target.table.update({
      Key: apiKeyKey(keyHash(usable.secret)),
      UpdateExpression: 'SET issuedAt = :issuedAt, expiresAt = :expiresAt',
      ExpressionAttributeValues: { ':issuedAt': odd.issuedAt, ':expiresAt': odd.expiresAt },
    });
    await listIssuedKeys(target, io, { partner });
    expect(io.said.at(-1)).toContain(odd.issuedAt);
    expect(io.said.at(-1)).toContain(odd.expiresAt);
  });

  test('removes neither a revocation, nor an expiry, nor a suspension, and imposes them', async () => {
    const { partner, usable, trial } = await somePartner();
    await bring();
    await changeApiKey(elsewhere.table, { sha256: keyHash(usable.secret), partnerId: partner }, { revoked: true });
    const early = new Date(io.time + 1000).toISOString();
    await changeApiKey(elsewhere.table, { sha256: keyHash(trial.secret), partnerId: partner }, { expiresAt: early });
    await suspendPartner(elsewhere, io, { partner, lag: 0 });
    expect(await bring()).toBe(true);
    expect(io.said.at(-1)).toContain('4 unchanged');
    expect(await findApiKey(elsewhere.table, keyHash(usable.secret))).toMatchObject({ revoked: true, suspended: true });
    expect(await findApiKey(elsewhere.table, keyHash(trial.secret))).toMatchObject({
      expiresAt: early,
      suspended: true,
    });
    // The other way round: what the file says of keys that are freer.
    await exportKeys(elsewhere, io, { out: file, partner });
    expect(await importKeys(target, io, file, { lag: 0 })).toBe(true);
    expect(await refusalOf(usable.secret, target)).toBe('revoked');
    expect(await refusalOf(trial.secret, target)).toBe('suspended');
    expect((await findApiKey(target.table, keyHash(trial.secret)))?.expiresAt).toBe(early);
    await resumePartner(target, io, { partner });
    expect(await refusalOf(usable.secret, target)).toBe('revoked');
    expect(await refusalOf(trial.secret, target)).toBeUndefined();
  });

  test('brings the keys of a suspended partner suspended', async () => {
    const { partner, secret } = await issue();
    await suspendPartner(target, io, { partner, lag: 0 });
    await exportKeys(target, io, { out: file, partner });
    await bring();
    expect(await refusalOf(secret)).toBe('suspended');
    await resumePartner(elsewhere, io, { partner });
    expect(await refusalOf(secret)).toBeUndefined();
  });

  test('hands no key over to another partner, and brings none of who was erased', async () => {
    const { partner, secret, id } = await issue();
    await exportKeys(target, io, { out: file, partner });
    const text = await readFile(file, 'utf8');
    await writeFile(file, text.replaceAll(`"partnerId":"${partner}"`, '"partnerId":"theirs"'));
    expect(await importKeys(target, io, file, { lag: 0 })).toBe(false);
    expect(io.logged.at(-1)).toBe(`The key ${id} of partner theirs was refused: it belongs to another partner.`);
    expect((await findApiKey(target.table, keyHash(secret)))?.partnerId).toBe(partner);
    await writeFile(file, text);
    await elsewhere.table.put({
      Item: partnerErasureItem({ partnerId: partner, erasedAt: '2026-01-02T03:04:05.000Z' }),
    });
    expect(await bring()).toBe(false);
    expect(io.logged.at(-1)).toContain('was erased for good');
    expect(await refusalOf(secret)).toBe('unknown');
  });

  test('goes on where it was cut off', async () => {
    const { usable, trial } = await somePartner();
    const all = await lines();
    await writeFile(file, all.slice(0, 2).join('\n'));
    await bring();
    await writeFile(file, all.join('\n'));
    expect(await bring()).toBe(true);
    expect(io.said.at(-1)).toBe('3 new keys, 0 updated, 1 unchanged, 0 refused.');
    for (const { secret } of [usable, trial]) expect(await refusalOf(secret)).toBeUndefined();
  });

  test('writes nothing in a dry run, nor of a file that is none', async () => {
    const { usable } = await somePartner();
    expect(await bring({ dryRun: true })).toBe(true);
    expect(io.said.at(-1)).toBe('It would be: 4 new keys, 0 updated, 0 unchanged, 0 refused.');
    expect(await refusalOf(usable.secret)).toBe('unknown');
    const good = await lines();
    for (const bad of ['{', '[]', '{"type":"key"}', good[1]!.replace('"plan"', '"key":"secret","plan"')]) {
      await writeFile(file, [...good, bad].join('\n'));
      await expect(bring()).rejects.toThrow(`Line ${good.length + 1} is not a line of keys export`);
    }
    expect(await refusalOf(usable.secret)).toBe('unknown');
  });

  test('goes on behind a key whose metering key is disabled, and revokes keys of that partner', async () => {
    const disabled = await issue();
    const { partner } = disabled;
    const revoked = await issue({ partner });
    const other = await issue();
    const exported = async () => {
      let text = '';
      for (const each of [partner, other.partner]) {
        await exportKeys(target, io, { out: file, partner: each });
        text += await readFile(file, 'utf8');
      }
      await writeFile(file, text);
    };
    await exported();
    await bring();
    await revokeKey(target, io, { key: revoked.id });
    await exported();
    await elsewhere.table.remove({ Key: apiKeyKey(keyHash(other.secret)) });
    const meteringKeys: Target['meteringKeys'] = async (of, plan) => {
      if (of === partner) throw new AdminError('The key is disabled. Enable it.', 'refused');
      return elsewhere.meteringKeys(of, plan);
    };
    expect(await importKeys({ ...elsewhere, meteringKeys }, io, file, { lag: 0 })).toBe(false);
    expect(io.logged.at(-1)).toBe(
      `The key ${disabled.id} of partner ${partner} was refused: The key is disabled. Enable it.`,
    );
    expect(io.said.at(-1)).toBe('1 new keys, 1 updated, 0 unchanged, 1 refused.');
    expect(await refusalOf(revoked.secret)).toBe('revoked');
    expect(await refusalOf(other.secret)).toBeUndefined();
  });

  test('takes blank names, as earlier releases stored them, for none', async () => {
    const { partner, secret } = await issue({ name: '', partnerName: ' ' });
    await exportKeys(target, io, { out: file, partner });
    expect(await bring()).toBe(true);
    expect(await refusalOf(secret)).toBeUndefined();
    expect(await findApiKey(elsewhere.table, keyHash(secret))).not.toHaveProperty('name');
    expect(await elsewhere.table.get(partnerKey(partner))).toMatchObject({ name: partner });
  });

  test('names the plan that the stage has not', async () => {
    const { partner } = await issue();
    await exportKeys(target, io, { out: file, partner });
    await writeFile(file, (await readFile(file, 'utf8')).replace('"plan":"standard"', '"plan":"gold"'));
    expect(await bring()).toBe(false);
    expect(io.logged.at(-1)).toContain('usage plan gold does not exist');
  });
});

test('the command line exports and imports', async () => {
  const { partner, secret } = await issueKey(target, io, {
    partner: newPartner(),
    partnerName: 'By command',
    plan: 'trial',
  });
  const at = ({ table }: Target) => ['--endpoint', inject('endpoint'), '--table', table.name];
  const out = await runHere(['keys', 'export', ...at(target), '--partner', partner, '--out', file]);
  expect(out).toMatchObject({ status: 0, stdout: '' });
  const brought = await runHere(['keys', 'import', ...at(elsewhere), file]);
  expect(brought).toMatchObject({
    status: 0,
    stdout: '1 new partners, 0 suspended, 0 unchanged, 0 refused.\n1 new keys, 0 updated, 0 unchanged, 0 refused.\n',
  });
  expect(await refusalOf(secret)).toBeUndefined();
});
