/** Data in by the command: what it says, keeps and tries again. */
import { existsSync } from 'node:fs';
import { readFile, stat, writeFile } from 'node:fs/promises';
import { PassThrough } from 'node:stream';
import { describe, expect, test } from 'vitest';
import { StoreUnavailable } from '../../../../lib/dynamodb/client/outcomes.ts';
import { saveVersion } from '../../../../lib/dynamodb/writes/save-version.ts';
import { partnerKey } from '../../../../lib/partners/repository/partner.ts';
import type { Target } from '../../../../tools/admin/target.ts';
import { importData } from '../../../../tools/data/commands/data-import.ts';
import { demoFile } from '../../../../tools/local/demo.ts';
import type { OpenTable } from '../../../../tools/open-table.ts';
import { runs } from '../../../support/chosen.ts';
import { counted, itemsOf } from '../../../support/data-files.ts';
import { world } from '../../../support/world.ts';
import { recordingIo } from '../../admin/recording-io.ts';
import { emptyTarget, fileOf, io, useTargets } from './targets.ts';

useTargets();

/** The demo's takes as long as all the rest. */
const FILES = [
  ['a file', () => fileOf(world)],
  ['the demo data', async () => demoFile],
] as const;

describe('data import', () => {
  test.each(FILES.slice(0, runs(1, 2)))('loads %s, and the second time changes nothing', async (_, fileIn) => {
    const target = await emptyTarget();
    const file = await fileIn();
    expect(await importData(target, io, file)).toMatchObject({ unchanged: 0, refused: 0 });
    const items = await itemsOf(target.table);
    expect(items.length).toBeGreaterThan(40);
    expect(await importData(target, io, file)).toMatchObject({ loaded: 0, refused: 0 });
    expect(await itemsOf(target.table)).toEqual(items);
    expect(io.said[0]).toMatch(/^Loaded .*\.jsonl at .*: \d+ new, 0 unchanged, 0 refused\.$/);
    expect(existsSync(`${file}.rejected`)).toBe(false);
  });

  test('keeps refused lines as they came, for the owner alone, and says why', async () => {
    const target = await emptyTarget();
    const key = { type: 'apiKey', partnerId: 'unknown', key: 'a-key-of-a-partner-that-is-not-there', plan: 'trial' };
    const file = await fileOf([{ type: 'partner', partnerId: 'here', name: 'Here' }, '{"broken', '', key]);
    expect(await importData(target, io, file)).toEqual(counted({ loaded: 1, refused: 2 }));
    expect(await readFile(`${file}.rejected`, 'utf8')).toBe(`{"broken\n${JSON.stringify(key)}\n`);
    expect((await stat(`${file}.rejected`)).mode & 0o777).toBe(0o600);
    expect(io.logged).toContain('line 2: not a JSON object');
    expect(io.logged).toContain('line 4: partner unknown does not exist');
    expect(io.text()).not.toContain(key.key);

    // Corrected, the rejected lines load alone; the next load of the whole file leaves no old ones behind.
    await writeFile(`${file}.rejected`, JSON.stringify({ ...key, partnerId: 'here' }));
    expect(await importData(target, io, `${file}.rejected`)).toMatchObject({ loaded: 1, refused: 0 });
    await writeFile(file, JSON.stringify({ type: 'partner', partnerId: 'here', name: 'Here' }));
    expect(await importData(target, io, file)).toMatchObject({ unchanged: 1, refused: 0 });
    expect(existsSync(`${file}.rejected`)).toBe(false);
  });

  test('refuses lines that are not valid UTF-8, and keeps refused lines byte for byte', async () => {
    const target = await emptyTarget();
    const bad = (byte: number) =>
      Buffer.concat([
        Buffer.from('{"type":"partner","partnerId":"p","name":"'),
        Buffer.of(byte, 0x28),
        Buffer.from('"}'),
      ]);
    const late = Buffer.from('\ufeff{"type":"account","accountNumber":5,"partnerId":"unknown","name":"é\ufffd"}\r');
    const lines = [late, bad(0xc3), Buffer.from('{"type":"partner","partnerId":"here","name":"Here"}\r'), bad(0xff)];
    const file = await fileOf([]);
    await writeFile(file, Buffer.concat(lines.flatMap((line, at) => [...(at > 0 ? [Buffer.from('\n')] : []), line])));
    expect(await importData(target, io, file)).toEqual(counted({ loaded: 1, refused: 3 }));
    expect(io.logged.filter((line) => line.startsWith('line '))).toEqual([
      'line 2: not valid UTF-8',
      'line 4: not valid UTF-8',
      'line 1: partner unknown does not exist',
    ]);
    const kept = Buffer.concat([bad(0xc3), bad(0xff), late].flatMap((line) => [line, Buffer.from('\n')]));
    expect((await readFile(`${file}.rejected`)).equals(kept)).toBe(true);
    await importData(target, io, `${file}.rejected`);
    expect(io.logged).toContain('line 3: partner unknown does not exist');
  });

  test('prints some reasons of many', async () => {
    const target = await emptyTarget();
    const file = await fileOf(Array.from({ length: 50 }, () => 'x'));
    await importData(target, io, file);
    expect(io.logged.filter((line) => line.startsWith('line '))).toHaveLength(20);
    expect(io.logged).toContain('... and 30 more');
    expect(io.logged.at(-1)).toContain(`${file}.rejected.txt`);
    const all = Array.from({ length: 50 }, (_, at) => `line ${at + 1}: not a JSON object`);
    expect(await readFile(`${file}.rejected.txt`, 'utf8')).toBe(`${all.join('\n')}\n`);
    expect((await stat(`${file}.rejected.txt`)).mode & 0o777).toBe(0o600);

    // A dry run leaves no file, and prints them all; a load that refuses nothing takes the old one away.
    const dry = recordingIo();
    await importData(target, dry, file, { dryRun: true });
    expect(dry.logged).toEqual(expect.arrayContaining(all));
    await writeFile(file, JSON.stringify({ type: 'partner', partnerId: 'here', name: 'Here' }));
    await importData(target, io, file);
    expect(existsSync(`${file}.rejected.txt`)).toBe(false);
  });

  test('prints some of many records that were changed since, and all of them in a dry run', async () => {
    const target = await emptyTarget();
    const records = (name: string) =>
      Array.from({ length: 30 }, (_, at) => ({ type: 'partner', partnerId: `p-${at}`, name }));
    await importData(target, io, await fileOf(records('P')));
    for (const { partnerId } of records('P'))
      await saveVersion(
        { table: target.table, partnerId },
        { key: partnerKey(partnerId), changes: { name: 'changed' } },
      );
    const file = await fileOf(records('Q'));
    expect(await importData(target, io, file)).toEqual(counted({ changed: 30 }));
    expect(io.logged.filter((line) => line.includes('was changed by the partner since'))).toHaveLength(20);
    expect(io.logged).toContain('... and 10 more');
    expect(io.logged.at(-1)).toContain('--dry-run lists all of them');
    const dry = recordingIo();
    expect(await importData(target, dry, file, { dryRun: true })).toEqual(counted({ changed: 30 }));
    expect(dry.said.filter((line) => line.includes('was changed by the partner since'))).toHaveLength(30);
  });

  /** A table whose writes fail now and then. */
  const failing = (target: Target, fails: (write: number) => boolean): Target => {
    let writes = 0;
    const put: OpenTable['put'] = async (input) => {
      if (fails(++writes)) throw new StoreUnavailable('the store throttles');
      return target.table.put(input);
    };
    return { ...target, table: { ...target.table, put } };
  };
  const partners = (count: number) =>
    Array.from({ length: count }, (_, at) => ({ type: 'partner', partnerId: `p-${at}`, name: 'P' }));

  test('tries throttled writes again', async () => {
    const target = failing(await emptyTarget(), (write) => write % 3 === 0);
    const file = await fileOf(partners(60));
    const counts = await importData(target, io, file, { retry: { pause: async () => {} } });
    expect(counts).toEqual(counted({ loaded: 60 }));
    expect(io.said[0]).toMatch(/ \d+ writes were retried\.$/);
  });

  test('stops when the table stays away, and the next run goes on from there', async () => {
    const whole = await emptyTarget();
    const file = await fileOf(partners(100));
    const retry = { attempts: 3, pause: async () => {} };
    const broken = failing(whole, (write) => write > 40);
    await expect(importData(broken, io, file, { retry })).rejects.toThrow(StoreUnavailable);
    expect(io.logged.at(-1)).toMatch(/^Stopped after 32 new and 0 unchanged records/);
    const { loaded, unchanged } = await importData(whole, io, file);
    expect(loaded + unchanged).toBe(100);
    expect(unchanged).toBeGreaterThanOrEqual(32);
  });

  test('an owner that could not be read is asked for again', async () => {
    const target = await emptyTarget();
    await importData(target, io, await fileOf(partners(1)));
    let reads = 0;
    const get: OpenTable['get'] = async (key) => {
      if (++reads === 1) throw new StoreUnavailable('the store throttles');
      return target.table.get(key);
    };
    const file = await fileOf([{ type: 'account', accountNumber: 5, partnerId: 'p-0', name: 'A' }]);
    const flaky = { ...target, table: { ...target.table, get } };
    expect(await importData(flaky, io, file, { retry: { pause: async () => {} } })).toMatchObject({ loaded: 1 });
  });

  test('draws a bar on a terminal, and writes plain lines elsewhere', async () => {
    const target = await emptyTarget();
    const terminal = Object.assign(new PassThrough(), {
      isTTY: true,
      columns: 80,
      cursorTo() {},
      clearLine() {},
      moveCursor() {},
    });
    let drawn = '';
    terminal.on('data', (chunk) => {
      drawn += chunk;
    });
    await importData(target, { ...io, terminal }, await fileOf(partners(40)));
    expect(drawn).toContain('40/40');
    expect(io.logged).toEqual([]);

    const plain = recordingIo();
    await importData(target, plain, await fileOf(partners(1000)));
    // A line each second or so: of a short load there is none.
    for (const line of plain.logged) expect(line).toMatch(/^Loading: [\d,]+ of about 1,000 \(\d+ %\)/);
    expect(plain.text()).not.toContain('█');
  });
});
