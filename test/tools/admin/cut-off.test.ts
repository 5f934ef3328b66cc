/** Commands that are ended half-way: what they leave in the terminal, and on the disk. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, inject, test } from 'vitest';
import type { OpenTable } from '../../../tools/open-table.ts';
import { tried } from '../../support/chosen.ts';
import { linesOf } from '../../support/data-files.ts';
import { load } from '../../support/load.ts';
import { createTestTable } from '../../support/store.ts';
import { adminFile } from './cli.ts';
import { type HeldStore, startHeldStore } from './held-store.ts';

const email = 'zqcutoff@mail.example';
const records = [
  { type: 'partner', partnerId: 'ours', name: 'Ours' },
  { type: 'account', accountNumber: 100, partnerId: 'ours', name: 'A' },
  { type: 'contact', accountNumber: 100, contact: { id: 1, email, countryCode: 'US' } },
];

let table: OpenTable;
let directory: string;
let slow: HeldStore;
/** Resolves when the command waits. */
let reached: Promise<void>;

beforeAll(async () => {
  table = await createTestTable();
  await load(table, records);
  slow = await startHeldStore(inject('endpoint'));
});
afterAll(async () => {
  slow.close();
  table.client.destroy();
});
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'cut-off-'));
});
afterEach(() => rm(directory, { recursive: true }));

/** Standard error as a terminal, which a pipe is not. */
const terminal = 'data:text/javascript,process.stderr.isTTY=true;process.stderr.columns=80';

const start = (args: readonly string[], before: readonly string[] = []) => {
  const child = spawn(
    process.execPath,
    [...before, adminFile, ...args, '--endpoint', slow.url, '--table', table.name],
    { stdio: ['ignore', 'ignore', 'pipe'], env: { ...process.env, NODE_OPTIONS: '', TMPDIR: directory } },
  );
  let shown = '';
  child.stderr.on('data', (chunk) => {
    shown += chunk;
  });
  return { child, ended: once(child, 'close'), shown: () => shown };
};

const isAt = async (command: ReturnType<typeof start>) => {
  const first = await Promise.race([reached.then(() => 'held'), command.ended.then(() => 'ended')]);
  expect(first, command.shown()).toBe('held');
};

/** They end a command alike. Each time is a process that takes half a second of one. */
const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

test.each(tried(signals, 1, { salt: 'cursor', nameOf: String }))('%s: the cursor is there again', async (signal) => {
  const file = join(directory, 'new.jsonl');
  await writeFile(file, linesOf([{ type: 'partner', partnerId: 'p-new', name: 'New' }]));
  reached = slow.hold((operation) => (operation === 'PutItem' ? 'kept' : 'passed'));
  const command = start(['data', 'import', file], ['--import', terminal]);
  await isAt(command);
  command.child.kill(signal);
  expect(await command.ended).toEqual([null, signal]);
  const [hidden, shown] = ['\x1B[?25l', '\x1B[?25h'].map((code) => command.shown().lastIndexOf(code));
  expect(hidden).toBeGreaterThanOrEqual(0);
  expect(shown).toBeGreaterThan(hidden!);
});

test.each(tried(['SIGKILL', 'SIGINT', 'SIGTERM'] as const, 1, { salt: 'drill', nameOf: String }))(
  'a drill that gets %s leaves no data of people',
  async (signal) => {
    // By then the export is whole, and the first record of the second table is on its way.
    reached = slow.hold((operation, body) =>
      /^(?:PutItem|TransactWriteItems)$/.test(operation) && body.includes('-drill-') ? 'kept' : 'passed',
    );
    const command = start(['restore-drill']);
    await isAt(command);
    const folder = (await readdir(directory)).find((name) => name.startsWith('drill-'))!;
    const file = join(directory, folder, 'export.jsonl');
    expect(await readFile(file, 'utf8')).toContain(email);
    expect((await stat(join(directory, folder))).mode & 0o777).toBe(0o700);
    command.child.kill(signal);
    expect(await command.ended).toEqual([null, signal]);
    // A SIGKILL lets no one say it.
    if (signal !== 'SIGKILL')
      expect(command.shown()).toMatch(/^The drill was interrupted: delete the table \S+-drill-\S+ if/m);
    await expect.poll(() => existsSync(join(directory, folder))).toBe(false);
  },
);

test('an export that is ended leaves no half of a file', async () => {
  reached = slow.hold((operation) => (operation === 'Scan' ? 'kept' : 'passed'));
  const command = start(['data', 'export', '--all', '--out', join(directory, 'all.jsonl')]);
  await isAt(command);
  await expect.poll(() => readdir(directory)).toContain('all.jsonl.partial');
  command.child.kill('SIGTERM');
  expect(await command.ended).toEqual([null, 'SIGTERM']);
  expect(await readdir(directory)).toEqual([]);
});
