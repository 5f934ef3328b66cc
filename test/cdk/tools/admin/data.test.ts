/** Data in and out: import, export, restore drill and bench against the engine. */
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest';
import { openTarget, type Target } from '../../../../cdk/tools/admin/target.ts';
import { benchRecords } from '../../../../cdk/tools/data/commands/bench-records.ts';
import { compareTables } from '../../../../cdk/tools/data/commands/compare-tables.ts';
import { reportBench } from '../../../../cdk/tools/data/commands/data-bench.ts';
import { exportData } from '../../../../cdk/tools/data/commands/data-export.ts';
import { importData } from '../../../../cdk/tools/data/commands/data-import.ts';
import { restoreDrill } from '../../../../cdk/tools/data/commands/restore-drill.ts';
import { scanItems } from '../../../../cdk/tools/data/commands/scan.ts';
import { demoFile } from '../../../../cdk/tools/local/demo.ts';
import type { OpenTable } from '../../../../cdk/tools/open-table.ts';
import { updateBusiness } from '../../../../lib/business/repository/business.ts';
import { StoreUnavailable } from '../../../../lib/dynamodb/table.ts';
import { load } from '../../../support/load.ts';
import { createTestTable } from '../../../support/store.ts';
import { world } from '../../../support/world.ts';
import { admin } from './cli.ts';
import { type RecordingIo, recordingIo } from './recording-io.ts';

let directory: string;
let io: RecordingIo;
const opened: Target[] = [];
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'admin-data-'));
});
afterAll(async () => {
  for (const target of opened) target.close();
  await rm(directory, { recursive: true });
});
beforeEach(() => {
  io = recordingIo();
});

/** An empty table, and the target that leads to it. */
const emptyTarget = async (): Promise<Target> => {
  const table = await createTestTable();
  table.client.destroy();
  const target = await openTarget({ stage: 'prod', endpoint: inject('endpoint'), table: table.name });
  opened.push(target);
  return target;
};
let files = 0;
const fileOf = async (lines: readonly unknown[]): Promise<string> => {
  const file = join(directory, `${++files}.jsonl`);
  await writeFile(file, lines.map((line) => (typeof line === 'string' ? line : JSON.stringify(line))).join('\n'));
  return file;
};
const itemsOf = async (table: OpenTable) => {
  const items = [];
  for await (const item of scanItems(table)) items.push(item);
  return items.toSorted((a, b) => (`${a.pk} ${a.sk}` < `${b.pk} ${b.sk}` ? -1 : 1));
};

describe('data import', () => {
  test('loads a file, and the second time changes nothing', async () => {
    const target = await emptyTarget();
    expect(await importData(target, io, demoFile)).toMatchObject({ unchanged: 0, refused: 0 });
    const items = await itemsOf(target.table);
    expect(items.length).toBeGreaterThan(40);
    expect(await importData(target, io, demoFile)).toMatchObject({ loaded: 0, refused: 0 });
    expect(await itemsOf(target.table)).toEqual(items);
    expect(io.said[0]).toMatch(/^Loaded .*demo\.jsonl at .*: \d+ new, 0 unchanged, 0 refused\.$/);
    expect(existsSync(`${demoFile}.rejected`)).toBe(false);
  });

  test('keeps refused lines as they came, for the owner alone, and tells why', async () => {
    const target = await emptyTarget();
    const key = { type: 'apiKey', partnerId: 'nobody', key: 'a-key-of-a-partner-that-is-not-there', plan: 'trial' };
    const file = await fileOf([{ type: 'partner', partnerId: 'here', name: 'Here' }, '{"broken', '', key]);
    expect(await importData(target, io, file)).toEqual({ loaded: 1, unchanged: 0, refused: 2 });
    expect(await readFile(`${file}.rejected`, 'utf8')).toBe(`{"broken\n${JSON.stringify(key)}\n`);
    expect((await stat(`${file}.rejected`)).mode & 0o777).toBe(0o600);
    expect(io.logged).toContain('line 2: not a JSON object');
    expect(io.logged).toContain('line 4: partner nobody does not exist');
    expect(io.text()).not.toContain(key.key);

    // Corrected, the rejected lines load alone; the next load of the whole file leaves no old ones behind.
    await writeFile(`${file}.rejected`, JSON.stringify({ ...key, partnerId: 'here' }));
    expect(await importData(target, io, `${file}.rejected`)).toMatchObject({ loaded: 1, refused: 0 });
    await writeFile(file, JSON.stringify({ type: 'partner', partnerId: 'here', name: 'Here' }));
    expect(await importData(target, io, file)).toMatchObject({ unchanged: 1, refused: 0 });
    expect(existsSync(`${file}.rejected`)).toBe(false);
  });

  test('tells some reasons of many', async () => {
    const target = await emptyTarget();
    await importData(target, io, await fileOf(Array.from({ length: 50 }, () => 'x')));
    expect(io.logged.filter((line) => line.startsWith('line '))).toHaveLength(20);
    expect(io.logged).toContain('... and 30 more');
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
    expect(counts).toEqual({ loaded: 60, unchanged: 0, refused: 0 });
    expect(io.said[0]).toMatch(/ \d+ writes were tried again\.$/);
  });

  test('stops when the table stays away, and the next run goes on from there', async () => {
    const whole = await emptyTarget();
    const file = await fileOf(partners(100));
    const retry = { attempts: 3, pause: async () => {} };
    await expect(
      importData(
        failing(whole, (write) => write > 40),
        io,
        file,
        { retry },
      ),
    ).rejects.toThrow(StoreUnavailable);
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
    const file = await fileOf([...benchRecords(1200)]);
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
    await importData(target, { ...io, terminal }, file);
    expect(drawn).toContain('1200/1200');
    expect(io.logged).toEqual([]);

    const plain = recordingIo();
    await importData(target, plain, file);
    expect(plain.logged).toHaveLength(10);
    expect(plain.logged.at(-1)).toBe('Loading: 1200 of 1200');
    expect(plain.text()).not.toContain('█');
  });
});

/** What an import decides by itself: versions go by its time, and an item knows the line it came from. */
const OF_THE_LOAD = ['version', 'loadedHash', 'lastWrite'];

describe('data export', () => {
  test('gives back what import takes: the round trip ends in the same items', async () => {
    const source = await emptyTarget();
    await load(source.table, world);
    await importData(source, io, demoFile);
    // As a partner's update leaves it.
    await updateBusiness(
      source.table,
      101,
      {
        name: 'Updated',
        'location.city': 'Ghent',
        'alphaListing.attributes': { deep: { list: [1, 'two', { three: 3 }] } },
        serviceAreas: [{ description: 'North, and south' }],
        languages: ['English', 'Dutch'],
        isSEOEnabled: true,
        phone: null,
      },
      { partnerId: 'ours', unlessFixed: false },
    );
    const copy = await emptyTarget();
    for (const account of [100, 150, 200, 700_100, 700_200, 800_100]) {
      const out = join(directory, `account-${account}.jsonl`);
      const counts = await exportData(source, io, { account, out });
      expect([...counts.keys()].slice(0, 2)).toEqual(['partner', 'account']);
      expect(existsSync(`${out}.partial`)).toBe(false);
      expect(await importData(copy, io, out)).toMatchObject({ refused: 0 });
    }
    const includes = ({ type }: { type?: unknown }) => type !== 'apiKey' && type !== 'meteringKey';
    const { differences, counts, sha256 } = await compareTables(source.table, copy.table, {
      includes,
      without: OF_THE_LOAD,
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

  test('an account that there is not leaves an older file alone', async () => {
    const target = await emptyTarget();
    const out = await fileOf(['before']);
    await expect(exportData(target, io, { account: 5, out })).rejects.toThrow('There is no account 5');
    expect(await readFile(out, 'utf8')).toBe('before');
  });
});

describe('restore-drill', () => {
  test('finds the same contents in a second table, and removes it', async () => {
    const target = await emptyTarget();
    await load(target.table, world);
    await importData(target, io, demoFile);
    const drill = recordingIo();
    expect(await restoreDrill(target, drill, { endpoint: inject('endpoint') })).toBe(true);
    expect(drill.said.at(-1)).toContain('The contents are the same.');
    expect(drill.logged.at(-1)).toMatch(/^Removed the table .*-drill-\d{14}\.$/);
  });

  test('names what does not come back', async () => {
    const target = await emptyTarget();
    await load(target.table, world);
    // A state that no record leads to.
    await target.table.put({
      Item: { ...(await target.table.get({ pk: 'COMPETITOR#301', sk: 'COMPETITOR' })), extra: 1 },
    });
    expect(await restoreDrill(target, io, { endpoint: inject('endpoint') })).toBe(false);
    expect(io.logged).toContain('differs: COMPETITOR#301 COMPETITOR');
    expect(io.said.at(-1)).toContain('1 items differ');
    const patient = recordingIo(io.time + 1000);
    expect(await restoreDrill(target, patient, { endpoint: inject('endpoint'), tolerate: 1 })).toBe(true);
  });
});

describe('data bench', () => {
  test('measures a load, and leaves no table behind', async () => {
    const result = await reportBench(io, {
      records: 400,
      endpoint: inject('endpoint'),
      assemblyDirectory: inject('assemblyDirectory'),
    });
    expect(result).toMatchObject({ records: 400, seconds: expect.any(Number) });
    expect(result.recordsPerSecond).toBeGreaterThan(0);
    expect(io.said.at(-1)).toContain('400 records');
  });
});

describe('the command line', () => {
  test('imports, exports and drills, with its results in the status', async () => {
    const target = await emptyTarget();
    const at = ['--endpoint', inject('endpoint'), '--table', target.table.name];
    const file = await fileOf([...world, 'no record']);
    const imported = await admin(['data', 'import', file, ...at]);
    expect(imported.status).toBe(1);
    expect(imported.stdout).toContain('1 refused');
    expect(imported.stderr).toContain(`${file}.rejected`);

    const exported = await admin(['data', 'export', ...at, '--account', '100']);
    expect(exported.status).toBe(0);
    const lines = exported.stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(lines[0]).toEqual({ type: 'partner', partnerId: 'ours', name: 'Ours' });
    expect(await admin(['data', 'export', ...at])).toMatchObject({
      status: 1,
      stderr: 'Give either --account or --all.\n',
    });

    expect(await admin(['restore-drill', ...at])).toMatchObject({ status: 0 });
  });

  test('says what is missing', async () => {
    const at = ['--endpoint', inject('endpoint'), '--table', 'there-is-none'];
    const file = await fileOf(world);
    expect((await admin(['data', 'import', file, ...at])).stderr).toContain('There is no table there-is-none');
    expect(
      (
        await admin([
          'data',
          'import',
          `${file}.not`,
          '--endpoint',
          inject('endpoint'),
          '--table',
          opened[0]!.table.name,
        ])
      ).stderr,
    ).toContain('There is no file');
  });
});
