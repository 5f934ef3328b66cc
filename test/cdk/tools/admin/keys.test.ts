/** Keys on an engine of this machine: issue, list, rotate, revoke, plan set. */
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest';
import { issueKey } from '../../../../cdk/tools/admin/keys-issue.ts';
import { listIssuedKeys } from '../../../../cdk/tools/admin/keys-list.ts';
import { revokeKey } from '../../../../cdk/tools/admin/keys-revoke.ts';
import { rotateKey } from '../../../../cdk/tools/admin/keys-rotate.ts';
import { setPlan } from '../../../../cdk/tools/admin/plan-set.ts';
import { openTarget, type Target } from '../../../../cdk/tools/admin/target.ts';
import { scanItems } from '../../../../cdk/tools/data/commands/scan.ts';
import { apiKeyLookup } from '../../../../lib/partners/key-lookup.ts';
import { apiKeysOfPartner, findApiKey, keyHash } from '../../../../lib/partners/repository/api-key.ts';
import { findMeteringKey } from '../../../../lib/partners/repository/metering-key.ts';
import { load } from '../../../support/load.ts';
import { createTestTable } from '../../../support/store.ts';
import { KEYS, world } from '../../../support/world.ts';
import { admin } from './cli.ts';
import { type RecordingIo, recordingIo } from './recording-io.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

let target: Target;
let io: RecordingIo;
beforeAll(async () => {
  const table = await createTestTable();
  await load(table, world);
  target = await openTarget({ stage: 'prod', endpoint: inject('endpoint'), table: table.name });
  table.client.destroy();
});
afterAll(() => target.close());
beforeEach(() => {
  io = recordingIo();
});

const stored = (secret: string) => findApiKey(target.table, keyHash(secret));
/** A partner of its own, so that tests do not see each other's keys. */
let partners = 0;
const newPartner = () => `partner-${++partners}`;
const issue = (options: Partial<Parameters<typeof issueKey>[2]> = {}) =>
  issueKey(target, io, { partner: newPartner(), partnerName: 'Some partner', plan: 'standard', ...options });

describe('keys issue', () => {
  test('stores the hash alone, and shows the secret once', async () => {
    const { secret, id, partner } = await issue({ name: 'main', expires: 90 * DAY });
    expect(await stored(secret)).toMatchObject({
      partnerId: partner,
      plan: 'standard',
      name: 'main',
      issuedAt: new Date(io.time).toISOString(),
      expiresAt: new Date(io.time + 90 * DAY).toISOString(),
    });
    expect(io.text().split(secret)).toHaveLength(2);
    expect(io.said.join('\n').split('\n').at(-1)).toBe(secret);
    expect(id).toBe(keyHash(secret).slice(0, 12));
    for await (const item of scanItems(target.table)) expect(JSON.stringify(item)).not.toContain(secret);
  });

  test('makes the metering key of a partner and plan once', async () => {
    const partner = newPartner();
    const one = await issue({ partner });
    const other = await issue({ partner });
    const trial = await issue({ partner, plan: 'trial' });
    const meter = await findMeteringKey(target.table, partner, 'standard');
    expect((await stored(one.secret))?.meteringKey).toBe(meter?.value);
    expect((await stored(other.secret))?.meteringKey).toBe(meter?.value);
    expect((await stored(trial.secret))?.meteringKey).not.toBe(meter?.value);
  });

  test('lets a key without --expires, and one that never expires, last', async () => {
    expect(await stored((await issue()).secret)).not.toHaveProperty('expiresAt');
    expect(await stored((await issue({ expires: 'never' })).secret)).not.toHaveProperty('expiresAt');
  });

  test('asks for the name of a partner that is not there, and makes nothing', async () => {
    const partner = newPartner();
    await expect(issue({ partner, partnerName: undefined })).rejects.toThrow(`There is no partner ${partner}`);
    expect(await apiKeysOfPartner(target.table, partner)).toEqual([]);
    expect(await findMeteringKey(target.table, partner, 'standard')).toBeUndefined();
  });

  test('leaves the name of a partner that is there', async () => {
    await issue({ partner: 'ours', partnerName: 'Another name' });
    expect(await target.table.get({ pk: 'PARTNER#ours', sk: 'PARTNER' })).toMatchObject({ name: 'Ours' });
    expect(io.text()).not.toContain('Made the partner');
  });

  test('refuses a plan that there is not, and says which there are', async () => {
    await expect(issue({ plan: 'gold' })).rejects.toThrow('no usage plan gold');
    await expect(issue({ plan: 'gold' })).rejects.toThrow('trial, standard, enterprise');
  });

  test('makes a partner as a data file would, so that loading it changes nothing', async () => {
    const partner = newPartner();
    await issue({ partner, partnerName: 'By the command' });
    const before = await target.table.get({ pk: `PARTNER#${partner}`, sk: 'PARTNER' });
    await load(target.table, [{ type: 'partner', partnerId: partner, name: 'By the command' }]);
    expect(await target.table.get({ pk: `PARTNER#${partner}`, sk: 'PARTNER' })).toEqual(before);
  });

  test('prints JSON on demand, and nothing else beside it', async () => {
    const { secret } = await issue({ json: true });
    expect(io.said).toHaveLength(1);
    expect(JSON.parse(io.said[0]!)).toMatchObject({ secret, plan: 'standard' });
    expect(io.logged.join()).not.toContain(secret);
  });
});

describe('keys list', () => {
  test('shows ids, plans, times and states, and no secret', async () => {
    const partner = newPartner();
    const usable = await issue({ partner, name: 'one' });
    const expired = await issue({ partner, expires: HOUR });
    const revoked = await issue({ partner });
    await revokeKey(target, io, { key: revoked.id });
    const list = recordingIo(io.time + 2 * HOUR);
    await listIssuedKeys(target, list, { partner, json: true });
    const rows = JSON.parse(list.said[0]!);
    expect(rows).toHaveLength(3);
    const state = ({ id }: { id: string }) => rows.find(({ key }: { key: string }) => key === id).state;
    expect([usable, expired, revoked].map(state)).toEqual(['usable', 'expired', 'revoked']);
    expect(rows.find(({ name }: { name: string }) => name === 'one')).toMatchObject({
      partner,
      plan: 'standard',
      expires: '',
    });
    for (const { secret } of [usable, expired, revoked]) expect(list.text()).not.toContain(secret);
    expect(list.text()).not.toContain(keyHash(usable.secret));
  });

  test('reads all partners without --partner, those of loaded keys too', async () => {
    await listIssuedKeys(target, io, {});
    expect(io.text()).toContain(keyHash(KEYS.ours).slice(0, 12));
    expect(io.text()).toContain(keyHash(KEYS.theirs).slice(0, 12));
    expect(io.text()).not.toContain(KEYS.ours);
    const lines = io.said[0]!.split('\n');
    expect(lines[0]).toMatch(/^key +partner +plan +state +issued +expires +name$/);
  });

  test('says that a partner has none', async () => {
    await listIssuedKeys(target, io, { partner: 'nobody' });
    expect(io.text()).toBe(`0 keys of partner nobody at ${inject('endpoint')}.`);
  });
});

describe('keys rotate', () => {
  test('makes a key of the same partner and plan, and lets the old one end after the overlap', async () => {
    const old = await issue({ plan: 'trial', name: 'shop' });
    const fresh = await rotateKey(target, io, { key: old.id, overlap: DAY });
    expect(await stored(fresh.secret)).toMatchObject({ partnerId: old.partner, plan: 'trial', name: 'shop' });
    expect((await stored(fresh.secret))?.meteringKey).toBe((await stored(old.secret))?.meteringKey);
    expect((await stored(old.secret))?.expiresAt).toBe(new Date(io.time + DAY).toISOString());

    let now = io.time + DAY - 1;
    const find = apiKeyLookup(
      () => target.table,
      () => now,
    );
    expect([await find(old.secret), await find(fresh.secret)].every(Boolean)).toBe(true);
    now += 1;
    expect(await find(old.secret)).toBeUndefined();
    expect(await find(fresh.secret)).toBeDefined();
  });

  test('never lengthens the life of the old key, and asks how long the new one lasts', async () => {
    const old = await issue({ expires: HOUR });
    await expect(rotateKey(target, io, { key: old.id, overlap: DAY })).rejects.toThrow('--expires');
    expect(await apiKeysOfPartner(target.table, old.partner)).toHaveLength(1);
    const fresh = await rotateKey(target, io, { key: old.id, partner: old.partner, overlap: DAY, expires: 2 * DAY });
    expect((await stored(old.secret))?.expiresAt).toBe(new Date(io.time + HOUR).toISOString());
    expect((await stored(fresh.secret))?.expiresAt).toBe(new Date(io.time + 2 * DAY).toISOString());
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
    const find = apiKeyLookup(
      () => target.table,
      () => now,
    );
    expect(await find(secret)).toBeDefined();
    await revokeKey(target, io, { key: id });
    now += 60_000;
    expect(await find(secret)).toBeUndefined();
    expect(io.text()).toContain('within a minute');
  });

  test('is no fault the second time', async () => {
    const { id, partner } = await issue();
    await revokeKey(target, io, { key: id, partner });
    await revokeKey(target, io, { key: id, partner });
    expect(io.said.at(-1)).toContain('was revoked before');
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
    await expect(setPlan(target, io, { partner: 'nobody', plan: 'trial' })).rejects.toThrow('no partner nobody');
    await expect(setPlan(target, io, { partner: 'ours', plan: 'gold' })).rejects.toThrow('no usage plan gold');
    const { partner, id } = await issue();
    await revokeKey(target, io, { key: id });
    await expect(setPlan(target, io, { partner, plan: 'trial' })).rejects.toThrow('no usable key');
  });
});

describe('the command line', () => {
  const at = () => ['--endpoint', inject('endpoint'), '--table', target.table.name];

  test('issues a key, lists it and takes it back', async () => {
    const partner = newPartner();
    const issued = await admin([
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
    const listed = await admin(['keys', 'list', ...at(), '--partner', partner]);
    expect(listed.stdout).toContain(key);
    expect(await admin(['keys', 'revoke', ...at(), '--key', key])).toMatchObject({ status: 0 });
    expect((await stored(secret))?.revoked).toBe(true);
  });

  test.each([
    [['keys', 'issue', '--plan', 'x'], "required option '--partner <id>'"],
    [['keys', 'issue', '--partner', 'UPPER', '--plan', 'x'], 'a-z, 0-9 and -'],
    [['keys', 'rotate', '--key', '0123456789ab', '--overlap', 'soon'], '90d, 24h or 30m'],
    [['keys', 'revoke', '--key', 'plk_not_an_id'], 'keys list'],
    [['keys', 'mint'], "unknown command 'mint'"],
  ])('%j is refused in a sentence', async (args, words) => {
    const { status, stderr } = await admin(args);
    expect(status).not.toBe(0);
    expect(stderr).toContain(words);
    expect(stderr).not.toContain('    at ');
  });

  test('says that an endpoint does not answer', async () => {
    const { status, stderr } = await admin(['keys', 'list', '--endpoint', 'http://127.0.0.1:9']);
    expect(status).toBe(1);
    expect(stderr.trim()).toBe('Nothing answers there (ECONNREFUSED). Check the address and the network.');
  });
});
