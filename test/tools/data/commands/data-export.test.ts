/** Data out by commands. */
import { existsSync } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { businesses } from '../../../../lib/business/repository/business.ts';
import { StoreUnavailable } from '../../../../lib/dynamodb/client/outcomes.ts';
import { entities } from '../../../../lib/entities.ts';
import { compareTables } from '../../../../tools/data/commands/compare-tables.ts';
import { exportData } from '../../../../tools/data/commands/data-export.ts';
import { importData } from '../../../../tools/data/commands/data-import.ts';
import { attributesOfWrites } from '../../../../tools/data/upsert.ts';
import type { OpenTable } from '../../../../tools/open-table.ts';
import { runs } from '../../../support/chosen.ts';
import { demoRecords, fewDemoRecords } from '../../../support/demo-items.ts';
import { bringOnce } from '../../../support/kept-records.ts';
import { load } from '../../../support/load.ts';
import { world } from '../../../support/world.ts';
import { directory, emptyTarget, fileOf, io, useTargets } from './targets.ts';

useTargets();

/** What no export gives back, and why stands with each entity. */
const LEFT_OUT = new Set<unknown>(
  entities.filter(({ exported }) => typeof exported === 'object' && 'not' in exported).map(({ type }) => type),
);

describe('data export', () => {
  test('gives back what import takes: the round trip ends in the same items', async () => {
    const source = await emptyTarget();
    await bringOnce(source.table, [...world, ...(await (runs(0, 1) ? demoRecords() : fewDemoRecords()))]);
    // As a partner's update leaves it.
    const updated = await businesses({ table: source.table, partnerId: 'ours' }).update(101, {
      writes: {
        name: 'Updated',
        'location.city': 'Ghent',
        'location.zip': '9000',
        'location.countryCode': 'BE',
        'alphaListing.attributes': { deep: { list: [1, 'two', { three: 3 }] } },
        serviceAreas: [{ description: 'North, and south' }],
        languages: ['English', 'Dutch'],
        isSEOEnabled: true,
        phone: null,
      },
    });
    expect(updated).toHaveProperty('saved');
    const copy = await emptyTarget();
    for (const account of [100, 150, 200, 700_100, 700_200, 700_300, 800_100]) {
      const out = join(directory, `account-${account}.jsonl`);
      const counts = await exportData(source, io, { account, out });
      expect([...counts.keys()].slice(0, 2)).toEqual(['partner', 'account']);
      expect(existsSync(`${out}.partial`)).toBe(false);
      expect(await importData(copy, io, out)).toMatchObject({ refused: 0 });
    }
    const includes = ({ type }: { type?: unknown }) => !LEFT_OUT.has(type);
    const { differences, counts, sha256 } = await compareTables(source.table, copy.table, {
      includes,
      without: attributesOfWrites,
    });
    expect(differences).toEqual([]);
    expect(sha256[0]).toBe(sha256[1]);
    expect(counts[0]).toBeGreaterThan(70);
  });

  test('an export loaded where it came from changes nothing that was not updated', async () => {
    const target = await emptyTarget();
    await load(target.table, world);
    const out = join(directory, 'back.jsonl');
    await exportData(target, io, { account: 100, out });
    expect(await importData(target, io, out)).toMatchObject({ loaded: 0, refused: 0 });
  });

  test('holds one account alone, and no key', async () => {
    const target = await emptyTarget();
    await load(target.table, world);
    const out = join(directory, 'one.jsonl');
    await exportData(target, io, { account: 100, out });
    const records = (await readFile(out, 'utf8'))
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(new Set(records.map(({ accountNumber }) => accountNumber).filter(Boolean))).toEqual(new Set([100]));
    expect(records.map(({ type }) => type)).not.toContain('apiKey');
    expect(records.filter(({ type }) => type === 'contact')).toHaveLength(2);
    expect((await stat(out)).mode & 0o777).toBe(0o600);
  });

  test('reads the locations of posts within the limit of its calls, again while the table is unavailable', async () => {
    const target = await emptyTarget();
    const posts = Array.from({ length: 60 }, (_, at) => ({
      type: 'post',
      accountNumber: 100,
      trackingId: `trk_5b1c7de2f0a94438c6d1e2${at + 10}`,
      text: 'Pie',
      socialSite: 'ALPHA',
      state: 'started',
      createdAt: '2026-01-02T03:04:05.006Z',
      scheduleTimestamp: Date.now(),
      subBusinessNumbers: [101],
      socialPostDetails: [{ locationNumber: 101, status: { status: 'POST_SUCCEEDED' } }],
    }));
    await bringOnce(target.table, [...world, ...posts]);
    let [running, most, reads] = [0, 0, 0];
    const query: OpenTable['query'] = async function* (input) {
      if (++reads === 1) throw new StoreUnavailable('the store throttles');
      most = Math.max(most, ++running);
      yield* target.table.query(input);
      running--;
    };
    const out = join(directory, 'all.jsonl');
    const counts = await exportData({ ...target, table: { ...target.table, query } }, io, { out });
    expect(counts.get('post')).toBe(60);
    expect(most).toBeLessThanOrEqual(48);
  });

  test('an account that there is not leaves an older file alone', async () => {
    const target = await emptyTarget();
    const out = await fileOf(['before']);
    await expect(exportData(target, io, { account: 5, out, force: true })).rejects.toThrow('Account 5 does not exist');
    expect(await readFile(out, 'utf8')).toBe('before');
  });
});
