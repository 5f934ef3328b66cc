/** Commands that are killed at one of their writes and begun again: what they then leave is what one whole run leaves. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import type { Item } from '../../../lib/dynamodb/table/attributes.ts';
import { keyHash } from '../../../lib/partners/repository/api-key.ts';
import { itemHash } from '../../../tools/data/commands/table-digest.ts';
import { attributesOfWrites } from '../../../tools/data/upsert.ts';
import type { OpenTable } from '../../../tools/open-table.ts';
import { itemsOf, linesOf } from '../../support/data-files.ts';
import { load } from '../../support/load.ts';
import { createTestTable } from '../../support/store.ts';
import { world } from '../../support/world.ts';
import { adminFile } from './cli.ts';
import { type Fate, type HeldStore, startHeldStore } from './held-store.ts';
import { runHere } from './in-process.ts';

/** Counts of these are missing, as a test table has no stream. */
const reviews = [1, 2, 3, 4].map((number) => ({
  ...{ type: 'review', businessNumber: 101, reviewId: `r-${number}`, sourceAlias: 'alpha', rating: number },
  reviewDate: `2024-0${number}-02T00:00:00Z`,
}));
const keysFile = [
  { type: 'partner', partnerId: 'lost', name: 'Lost' },
  ...[1, 2, 3].map((number) => ({
    ...{ type: 'key', sha256: keyHash(`key-of-a-lost-stage-000${number}`), partnerId: 'lost', plan: 'trial' },
  })),
];

interface Case {
  readonly given: readonly unknown[];
  /** `@` is a folder of its own: `@world` and `@keys` are there. */
  readonly args: readonly string[];
  /** What counts as a step; writes unless it says otherwise. */
  readonly steps?: RegExp;
}
export const cases: Readonly<Record<string, Case>> = {
  'data import': { given: [], args: ['data', 'import', '@world'] },
  'data export': { given: world, args: ['data', 'export', '--all', '--out', '@out', '--force'], steps: /^Scan$/ },
  'keys import': { given: world, args: ['keys', 'import', '@keys'] },
  'contact erase': {
    given: world,
    args: ['contact', 'erase', '--account', '100', '--id', '1', '--yes', '--wait', '1'],
  },
  'counts rebuild': { given: [...world, ...reviews], args: ['counts', 'rebuild', '--wait', '1'] },
  'partner offboard': {
    given: world,
    args: ['partner', 'offboard', '--partner', 'ours', '--yes', '--out', '@out', '--wait', '1'],
  },
  'restore-drill': { given: world, args: ['restore-drill'] },
};
const WRITES = /^(?:Put|Update|Delete|TransactWrite)Items?$/;

/** What differs from run to run: marks, times, and what is made by chance. */
const BY_CHANCE = new Set([
  ...attributesOfWrites,
  ...['createdAt', 'erasedAt', 'suspendedAt', 'expiresAtSeconds'],
  // Of metering keys; the sort key in the index has its value.
  ...['value', 'apiKeyId', 'meteringKey', 'gsi1sk'],
]);

/** Without those, in an order that does not depend on the table's. */
const alike = (items: readonly Item[]): Item[] =>
  items
    .map((item) => Object.fromEntries(Object.entries(item).filter(([name]) => !BY_CHANCE.has(name))))
    .map((item) => ({ hash: itemHash(item), item }))
    .toSorted((a, b) => (a.hash < b.hash ? -1 : 1))
    .map(({ item }) => item);

/** @param kills - at which of its steps each is killed, of how many it has: from 1 */
export const whenKilled = (names: readonly string[], kills: (name: string, steps: number) => readonly number[]) => {
  let directory: string;
  let held: HeldStore;
  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'killed-'));
    held = await startHeldStore(inject('endpoint'));
  });
  afterAll(async () => {
    held.close();
    await rm(directory, { recursive: true });
  });

  const placed = (args: readonly string[], folder: string, table: OpenTable) => [
    ...args.map((arg) => (arg.startsWith('@') ? join(folder, arg.slice(1)) : arg)),
    ...['--endpoint', held.url, '--table', table.name],
  ];
  const run = (args: readonly string[], folder: string, table: OpenTable) => {
    const child = spawn(process.execPath, [adminFile, ...placed(args, folder, table)], {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, NODE_OPTIONS: '', NODE_COMPILE_CACHE: inject('compiledDirectory'), TMPDIR: folder },
    });
    let shown = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (shown += chunk));
    return { child, ended: once(child, 'close'), shown: () => shown };
  };

  const prepared = async ({ given }: Case) => {
    const table = await createTestTable();
    if (given.length > 0) await load(table, given);
    const folder = await mkdtemp(join(directory, 'run-'));
    await writeFile(join(folder, 'world'), linesOf([...world, ...reviews]));
    await writeFile(join(folder, 'keys'), linesOf(keysFile));
    return { table, folder };
  };
  /** What a command has left in the table and in its folder, as digests would distinguish it. */
  const left = async (table: OpenTable, folder: string) => {
    const files: [string, Item[]][] = [];
    for (const name of (await readdir(folder)).toSorted()) {
      if (!name.startsWith('out')) continue;
      const lines = (await readFile(join(folder, name), 'utf8')).split('\n').filter((line) => line !== '');
      files.push([name, alike(lines.map((line) => JSON.parse(line)))]);
    }
    return { items: alike(await itemsOf(table)), files };
  };
  /** In this process, which knows nothing of the one that was killed either: only what is killed has to be another. */
  const wholeRun = async (args: readonly string[], folder: string, table: OpenTable) => {
    const { status, stdout, stderr } = await runHere(placed(args, folder, table));
    expect(status, `${stdout}${stderr}`).toBe(0);
  };

  test.each(names)('%s', async (name) => {
    const { args, steps = WRITES } = cases[name]!;
    const first = await prepared(cases[name]!);
    let count = 0;
    void held.hold((operation) => {
      if (steps.test(operation)) count++;
      return 'passed';
    });
    await wholeRun(args, first.folder, first.table);
    expect(count).toBeGreaterThan(0);
    const expected = await left(first.table, first.folder);
    first.table.client.destroy();
    for (const kill of kills(name, count)) {
      const { table, folder } = await prepared(cases[name]!);
      let step = 0;
      // Half of them are done without an answer.
      const fate: Fate = kill % 2 === 0 ? 'kept' : 'unanswered';
      const reached = held.hold((operation) => (steps.test(operation) && ++step >= kill ? fate : 'passed'));
      const cut = run(args, folder, table);
      const place = await Promise.race([reached.then(() => 'there'), cut.ended.then(() => 'ended')]);
      // Writes that meet are made again: the run that was counted may have had more of them than this one, which is whole then.
      const isWhole = place === 'ended' && cut.child.exitCode === 0 && step > count / 2;
      expect(isWhole ? 'there' : place, `${cut.shown()} at ${kill} of ${count}`).toBe('there');
      cut.child.kill('SIGKILL');
      await cut.ended;
      void held.hold(() => 'passed');
      await wholeRun(args, folder, table);
      expect(await left(table, folder), `killed at ${kill} of ${count}`).toEqual(expected);
      table.client.destroy();
    }
  });
};
