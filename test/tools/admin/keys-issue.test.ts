/** Keys on an engine of this machine: issue, list. */
import { describe, expect, test } from 'vitest';
import { keyHash } from '../../../lib/partners/repository/api-key.ts';
import { partnerKey } from '../../../lib/partners/repository/partner.ts';
import { issueKey } from '../../../tools/admin/keys-issue.ts';
import { listIssuedKeys } from '../../../tools/admin/keys-list.ts';
import { revokeKey } from '../../../tools/admin/keys-revoke.ts';
import { rotateKey } from '../../../tools/admin/keys-rotate.ts';
import { apiKeysOfPartner } from '../../../tools/admin/store/api-keys.ts';
import { findMeteringKey } from '../../../tools/admin/store/metering-keys.ts';
import { scanItems } from '../../../tools/data/commands/scan.ts';
import { load } from '../../support/load.ts';
import { KEYS } from '../../support/world.ts';
import { DAY, HOUR, io, issue, newPartner, stored, target, useKeys } from './keys-world.ts';
import { recordingIo } from './recording-io.ts';

useKeys();

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

  test('makes test keys for a sandbox, of which rotate makes test keys again', async () => {
    expect((await issue()).secret).toMatch(/^plk_/);
    const sandbox = { ...target, isSandbox: true };
    const options = { partner: newPartner(), partnerName: 'Some partner', plan: 'trial' };
    const { secret, id } = await issueKey(sandbox, io, options);
    expect(secret).toMatch(/^test_[A-Za-z0-9_-]{43}$/);
    expect((await rotateKey(sandbox, io, { key: id, overlap: HOUR })).secret).toMatch(/^test_/);
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
    await expect(issue({ partner, partnerName: undefined })).rejects.toThrow(`Partner ${partner} does not exist`);
    expect(await apiKeysOfPartner(target.table, partner)).toEqual([]);
    expect(await findMeteringKey(target.table, partner, 'standard')).toBeUndefined();
  });

  test('leaves the name of a partner that is there', async () => {
    await issue({ partner: 'ours', partnerName: 'Another name' });
    expect(await target.table.get(partnerKey('ours'))).toMatchObject({ name: 'Ours' });
    expect(io.text()).not.toContain('Created the partner');
  });

  test('makes nothing for an account that the partner has not, or that goes with no connector', async () => {
    const partner = newPartner();
    await expect(issue({ partner, account: 100 })).rejects.toThrow('pass --connector too');
    await expect(issue({ partner, connector: true })).rejects.toThrow('Pass either --account N or --all-accounts');
    await expect(issue({ partner, connector: true, account: 100 })).rejects.toThrow(`${partner} has no account 100`);
    expect(await target.table.get(partnerKey(partner))).toBeUndefined();
    expect(await findMeteringKey(target.table, partner, 'standard')).toBeUndefined();
    const ours = { partner: 'ours', connector: true };
    await expect(issue({ ...ours, account: 101 })).rejects.toMatchObject({ reason: 'not found' });
    expect(await stored((await issue({ ...ours, account: 100 })).secret)).toMatchObject({ accountNumber: 100 });
  });

  test('refuses a plan that there is not, and says which there are', async () => {
    await expect(issue({ plan: 'gold' })).rejects.toThrow('Usage plan gold does not exist');
    await expect(issue({ plan: 'gold' })).rejects.toThrow('trial, standard, enterprise');
  });

  test('makes a partner as a data file would, so that loading it changes nothing', async () => {
    const partner = newPartner();
    await issue({ partner, partnerName: 'By the command' });
    const before = await target.table.get(partnerKey(partner));
    await load(target.table, [{ type: 'partner', partnerId: partner, name: 'By the command' }]);
    expect(await target.table.get(partnerKey(partner))).toEqual(before);
  });

  test('prints JSON on demand, and nothing else next to it', async () => {
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
    expect(lines[0]).toMatch(/^key +partner +plan +state +metering +issued +expires +name$/);
  });

  test('says that there is no such partner', async () => {
    await expect(listIssuedKeys(target, io, { partner: 'unknown' })).rejects.toThrow('Partner unknown does not exist');
  });
});
