import { rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { handler as getContact } from '../../../functions/contacts/get-contact.ts';
import { findApiKey, keyHash } from '../../../lib/partners/repository/api-key.ts';
import { apiKeysOfPartner, changeApiKey } from '../../../tools/admin/store/api-keys.ts';
import { findMeteringKey } from '../../../tools/admin/store/metering-keys.ts';
import { loadFile } from '../../../tools/data/load.ts';
import { AdminError } from '../../../tools/io.ts';
import type { OpenTable } from '../../../tools/open-table.ts';
import { call } from '../../support/call.ts';
import { counted, itemsOf, linesOf, loadText, recordsAbout } from '../../support/data-files.ts';
import { createTestTable } from '../../support/store.ts';

let table: OpenTable;
beforeAll(async () => {
  table = await createTestTable();
});

let next = 2_000_000;
let about: ReturnType<typeof recordsAbout>;
beforeEach(() => {
  next += 1000;
  about = recordsAbout(next);
});
const loadRecords = (...records: readonly unknown[]) => loadText(table, linesOf(records));
const stored = (mark: string) => findApiKey(table, keyHash(about.key(mark)));

describe('A key in a data file', () => {
  it('is stored as its SHA-256 and nowhere in clear', async () => {
    const { base, apiKey, key } = about;
    await loadRecords(...base(), apiKey('b', { expiresAt: '2040-01-01', revoked: false }));
    const everything = JSON.stringify(await itemsOf(table));
    for (const secret of [key(), key('b')]) {
      expect(everything).toContain(keyHash(secret));
      expect(everything).not.toContain(secret);
      expect(everything).not.toContain(Buffer.from(secret).toString('base64').slice(0, 20));
    }
  });

  it('may be used until it expires, and not once it is revoked', async () => {
    const { base, apiKey, key, n } = about;
    const records = [
      apiKey('b', { expiresAt: '2999-12-31' }),
      apiKey('c', { expiresAt: new Date(Date.now() + 60_000).toISOString() }),
      apiKey('d', { expiresAt: '2020-01-01' }),
      apiKey('e', { expiresAt: new Date(Date.now() - 1000).toISOString() }),
      apiKey('f', { expiresAt: '2020-01-01T00:00:00+02:00' }),
      apiKey('g', { revoked: true }),
      apiKey('h', { revoked: 'yes', expiresAt: '2999-12-31T00:00Z' }),
      apiKey('i', { revoked: false }),
    ];
    expect((await loadRecords(...base(), ...records)).refused).toEqual([]);
    const use = async (mark: string) =>
      (await call(getContact, { key: key(mark), query: { businessId: `${n}` }, body: { id: 1 } })).body.code;
    const codes = await Promise.all([...'bcdefghi'].map(use));
    expect(codes).toEqual([5043, 5043, 1161, 1161, 1161, 1161, 1161, 5043]);
  });

  it('of one partner and plan shares its metering key, each plan has its own', async () => {
    const { base, apiKey, partnerId } = about;
    await loadRecords(
      ...base(),
      ...[...'bcdefgh'].map((mark) => apiKey(mark, { plan: 'trial' })),
      apiKey('i', { plan: 'standard' }),
    );
    const values = await Promise.all(
      ['enterprise', 'standard', 'trial'].map(async (plan) => (await findMeteringKey(table, partnerId, plan))?.value),
    );
    expect(new Set(values).size).toBe(3);
    const ofTrial = (await apiKeysOfPartner(table, partnerId)).filter(({ plan }) => plan === 'trial');
    expect(ofTrial.map(({ meteringKey }) => meteringKey)).toEqual(Array(7).fill(values[2]));
  });

  it('stays with its partner', async () => {
    const { n, base, apiKey } = about;
    await loadRecords(...base());
    const before = await itemsOf(table);
    const other = { type: 'partner', partnerId: `q-${n}`, name: 'Q' };
    const { refused } = await loadRecords(other, apiKey('a', { partnerId: `q-${n}` }));
    expect(refused).toMatchObject([{ line: 2, reason: 'key belongs to another partner' }]);
    expect(await itemsOf(table)).toEqual(expect.arrayContaining(before.filter(({ type }) => type === 'apiKey')));
  });

  it('may be revoked by a load, and is not restored by one', async () => {
    const { base, apiKey } = about;
    await loadRecords(...base(), apiKey('b'));
    expect((await loadRecords(apiKey('b', { revoked: true }))).counts).toEqual(counted({ updated: 1 }));
    // The line is silent: nothing is asked of the key.
    expect((await loadRecords(apiKey('b'))).counts).toEqual(counted({ unchanged: 1 }));
    const { counts, refused } = await loadRecords(apiKey('b', { revoked: false }));
    expect(counts).toEqual(counted({ refused: 1 }));
    expect(refused[0]?.reason).toBe('the key is revoked, which no import reverts: issue another one');
    expect(await stored('b')).toMatchObject({ revoked: true });
  });

  it('keeps its expiry where the line has none', async () => {
    const { base, apiKey } = about;
    const expiresAt = '2040-01-01T00:00:00.000Z';
    await loadRecords(...base(), apiKey('b', { expiresAt }));
    expect((await loadRecords(apiKey('b'))).counts).toEqual(counted({ unchanged: 1 }));
    expect(await stored('b')).toMatchObject({ expiresAt });
  });

  it('may end earlier by a load, and not later', async () => {
    const { base, apiKey } = about;
    await loadRecords(...base(), apiKey('b', { expiresAt: '2040-01-01' }), apiKey('c'));
    expect((await loadRecords(apiKey('b', { expiresAt: '2030-01-01' }))).counts).toEqual(counted({ updated: 1 }));
    const { counts, refused } = await loadRecords(apiKey('b', { expiresAt: '2030-01-02' }));
    expect(counts).toEqual(counted({ refused: 1 }));
    expect(refused[0]?.reason).toBe(
      'the key expires at 2030-01-01T00:00:00.000Z, which no import extends: issue another one',
    );
    expect(await stored('b')).toMatchObject({ expiresAt: '2030-01-01T00:00:00.000Z' });
    // One without an end may get one.
    expect((await loadRecords(apiKey('c', { expiresAt: '2030-01-01' }))).counts).toEqual(counted({ updated: 1 }));
    expect((await loadRecords(apiKey('c', { expiresAt: null }))).counts).toEqual(counted({ unchanged: 1 }));
    expect(await stored('c')).toMatchObject({ expiresAt: '2030-01-01T00:00:00.000Z' });
  });

  it('keeps its revocation and its end also where a load is forced', async () => {
    const { n, base, apiKey, key, partnerId } = about;
    await loadRecords(...base(), apiKey('b'), apiKey('c', { expiresAt: '2040-01-01' }));
    const named = (mark: string) => ({ sha256: keyHash(key(mark)), partnerId });
    await changeApiKey(table, named('b'), { revoked: true });
    await changeApiKey(table, named('c'), { expiresAt: '2030-01-01T00:00:00.000Z' });
    const forced = async (line: object) => {
      const file = join(tmpdir(), `forced-${n}.jsonl`);
      await writeFile(file, JSON.stringify(line));
      const refused: string[] = [];
      const meteringKeys = async () => 'metering-key-of-the-test';
      await loadFile(file, {
        table,
        plans: ['enterprise'],
        meteringKeys,
        force: true,
        onRefused: ({ reason }) => refused.push(reason),
      });
      await rm(file);
      return refused;
    };
    expect(await forced(apiKey('b', { revoked: false }))).toHaveLength(1);
    expect(await forced(apiKey('b'))).toEqual([]);
    expect(await forced(apiKey('c', { expiresAt: '2040-01-01' }))).toHaveLength(1);
    expect(await forced(apiKey('c', { expiresAt: '' }))).toEqual([]);
    expect(await stored('b')).toMatchObject({ revoked: true });
    expect(await stored('c')).toMatchObject({ expiresAt: '2030-01-01T00:00:00.000Z' });
  });

  it('whose metering key is disabled is refused alone, and may still be revoked', async () => {
    const { n, base, apiKey } = about;
    await loadRecords(...base(), apiKey('b'), apiKey('c', { revoked: true }));
    const others = recordsAbout(n + 500);
    const lines = [apiKey('a'), apiKey('b', { revoked: true }), apiKey('c'), apiKey('d', { expiresAt: '2020-01-01' })];
    const file = join(tmpdir(), `disabled-${n}.jsonl`);
    await writeFile(file, linesOf([...lines, ...others.base()]));
    const refused: string[] = [];
    const counts = await loadFile(file, {
      table,
      plans: ['enterprise'],
      async meteringKeys(partnerId) {
        if (partnerId === about.partnerId) throw new AdminError('The key is disabled. Enable it.', 'refused');
        return 'metering-key-of-the-test';
      },
      onRefused: ({ line, reason }) => refused.push(`${line}: ${reason}`),
    });
    await rm(file);
    expect(refused).toEqual(['1: The key is disabled. Enable it']);
    expect(counts).toEqual(counted({ loaded: 1 + others.base().length, updated: 1, unchanged: 1, refused: 1 }));
    expect(await stored('b')).toMatchObject({ revoked: true });
  });

  it('for a connector is limited by a load, and its limit is not lifted by one', async () => {
    const { n, base, apiKey, partnerId } = about;
    const limited = (accountNumber?: number) => ({ connector: true, ...(accountNumber && { accountNumber }) });
    const sub = { type: 'account', accountNumber: n + 1, partnerId, name: 'B' };
    await loadRecords(...base(), sub, apiKey('b', limited(n)), apiKey('c', limited()), apiKey('d'));
    const became = async (record: object) => {
      const { counts, refused } = await loadRecords(record);
      return refused[0]?.reason ?? Object.entries(counts).flatMap(([name, count]) => (count ? [name] : []))[0];
    };
    const keeps = (where: string) =>
      `the key is for a connector${where} alone, which no import extends: issue another one`;
    for (const more of [{}, { connector: false }, limited(), limited(n + 1)])
      expect(await became(apiKey('b', more))).toBe(keeps(` in account ${n}`));
    expect(await became(apiKey('b', limited(n)))).toBe('unchanged');
    expect(await stored('b')).toMatchObject(limited(n));
    expect(await became(apiKey('c'))).toBe(keeps(''));
    for (const mark of ['c', 'd']) expect(await became(apiKey(mark, limited(n)))).toBe('updated');
    expect(await stored('d')).toMatchObject(limited(n));
  });

  it('for a connector of an account is refused where the account is not the partner’s', async () => {
    const { n, base, apiKey } = about;
    const others = recordsAbout(n + 500);
    await loadRecords(...base(), ...others.base());
    const { refused } = await loadRecords(
      ...[n + 500, n + 1].map((accountNumber, index) => apiKey('bc'[index]!, { connector: true, accountNumber })),
    );
    expect(refused.map(({ reason }) => reason)).toEqual([
      `account ${n + 500} belongs to another partner`,
      `account ${n + 1} does not exist`,
    ]);
    expect([await stored('b'), await stored('c')]).toEqual([undefined, undefined]);
  });

  it('that an operator has changed since stays as it is', async () => {
    const { base, apiKey, key, partnerId } = about;
    const records = [apiKey('b'), apiKey('c', { expiresAt: '2040-01-01' }), apiKey('d', { plan: 'trial' })];
    await loadRecords(...base(), ...records);
    const named = (mark: string) => ({ sha256: keyHash(key(mark)), partnerId });
    await changeApiKey(table, named('b'), { revoked: true });
    await changeApiKey(table, named('c'), { expiresAt: '2030-01-01T00:00:00.000Z' });
    await changeApiKey(table, named('d'), { plan: 'standard' });
    const before = await itemsOf(table);
    // Of the revoked key the file says nothing else than what is there, and of the one that was ended, a later end.
    expect((await loadRecords(...records)).counts).toEqual(counted({ unchanged: 1, changed: 1, refused: 1 }));
    expect(await itemsOf(table)).toEqual(before);
  });
});
