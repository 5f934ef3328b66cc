/**
 * What a machine can refuse: one line that says it and a status, never where in the code it was. What only a process of its own
 * can meet is tried by one, as an operator runs it. `mistakes-of-all.test.ts` tries what an operator can do wrong.
 */
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { chmod, lstat, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { partnerKey } from '../../../lib/partners/repository/partner.ts';
import type { OpenTable } from '../../../tools/open-table.ts';
import { tried } from '../../support/chosen.ts';
import { linesOf } from '../../support/data-files.ts';
import { load } from '../../support/load.ts';
import { createTestTable } from '../../support/store.ts';
import { world } from '../../support/world.ts';
import { admin, adminFile, type Ran } from './cli.ts';
import { runHere } from './in-process.ts';

let directory: string;
let table: OpenTable;
let at: string[];
const here = (name: string) => join(directory, name);
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'mistakes-'));
  table = await createTestTable();
  await load(table, world);
  at = ['--endpoint', inject('endpoint'), '--table', table.name];
  await writeFile(here('good.jsonl'), linesOf(world));
});
afterAll(async () => {
  table.client.destroy();
  await rm(directory, { recursive: true });
});

const isOneLine = ({ status, stderr }: Ran): void => {
  expect([1, 2, 5], stderr).toContain(status);
  expect(stderr.trimEnd().split('\n'), stderr).toHaveLength(1);
  expect(stderr).not.toContain('    at ');
};

/** A shell before the command, for what only a shell can set up. */
const inShell = (script: string, args: readonly string[]) =>
  admin(args, {}, { file: 'sh', before: ['-c', `${script}; exec "$0" "$@"`] });

/** The superuser may all: then it is someone else for as long as this runs. */
const asUnknown = async <T>(run: () => Promise<T>): Promise<T> => {
  if (process.getuid?.() !== 0) return run();
  process.seteuid!(65_534);
  try {
    return await run();
  } finally {
    process.seteuid!(0);
  }
};

/** What prints much by itself, and what prints its result in one piece: each takes a process of its own, half a second of one. */
const printing: readonly (readonly string[])[] = [
  ['data', 'export', '--all'],
  ['keys', 'list'],
];

/** What names its file with `--out`. */
const exporting: readonly (readonly string[])[] = [
  ['data', 'export', '--all', '--force'],
  ['keys', 'export'],
];

describe('files', () => {
  test('no permission to read the input, or to write next to it', async () => {
    await chmod(directory, 0o755);
    await writeFile(here('secret.jsonl'), '{}');
    await chmod(here('secret.jsonl'), 0o000);
    const unreadable = await asUnknown(() => runHere(['data', 'import', here('secret.jsonl'), ...at]));
    isOneLine(unreadable);
    expect(unreadable.stderr).toContain('secret.jsonl: permission is denied');
    await mkdir(here('closed'));
    await writeFile(here('closed/good.jsonl'), linesOf([{ type: 'partner', partnerId: 'new-one', name: 'New' }]));
    await chmod(here('closed'), 0o555);
    const unwritable = await asUnknown(() => runHere(['data', 'import', here('closed/good.jsonl'), ...at]));
    isOneLine(unwritable);
    expect(unwritable.stderr).toContain('good.jsonl.rejected: permission is denied');
    expect(await table.get(partnerKey('new-one'))).toBeUndefined();
    await chmod(here('closed'), 0o755);
  });

  test('refused lines that cannot be kept: nothing is loaded', async () => {
    const file = here('blocked.jsonl');
    await writeFile(file, linesOf([{ type: 'partner', partnerId: 'blocked', name: 'B' }, '{"broken']));
    await mkdir(`${file}.rejected`);
    const ran = await runHere(['data', 'import', file, ...at]);
    isOneLine(ran);
    expect(ran.stderr).toContain('blocked.jsonl.rejected: it is a folder');
    const listed = await runHere(['keys', 'list', '--partner', 'blocked', ...at]);
    expect(listed.stderr).toBe('Partner blocked does not exist.\n');
  });

  test('a file that may not grow: no half of an export is left', async () => {
    const ran = await inShell("trap '' XFSZ; ulimit -f 1", ['data', 'export', '--all', '--out', here('large'), ...at]);
    isOneLine(ran);
    expect(ran.stderr).toMatch(/would be too large|disk is full/);
    expect((await readdir(directory)).filter((name) => name.startsWith('large'))).toEqual([]);
  });

  test.each(exporting)(
    'no regular file under the name: a pipe stays, a link leads to the file: %s %s',
    async (...args) => {
      const folder = await mkdtemp(join(directory, 'names-'));
      const [pipe, link, target] = ['pipe', 'link', 'target'].map((name) => join(folder, name)) as [
        string,
        string,
        string,
      ];
      execFileSync('mkfifo', [pipe]);
      const ran = await runHere([...args, '--out', pipe, ...at]);
      isOneLine(ran);
      expect(ran.stderr).toContain('name a regular file');
      expect((await lstat(pipe)).isFIFO()).toBe(true);

      await mkdir(target);
      await symlink('target/file', link);
      for (const before of ['nothing', 'an older file']) {
        expect(await runHere([...args, '--out', link, ...at]), before).toMatchObject({ status: 0 });
        expect((await lstat(link)).isSymbolicLink()).toBe(true);
        expect(await readFile(join(target, 'file'), 'utf8')).toContain('"partner"');
        await writeFile(join(target, 'file'), 'old');
      }
      expect((await readdir(folder)).toSorted()).toEqual(['link', 'pipe', 'target']);
    },
  );

  test.skipIf(!existsSync('/dev/full')).each(tried(printing, 1, { salt: 'full', nameOf: String }))(
    'a full disk under standard output of %s %s',
    async (...args) => {
      const ran = await inShell('exec >/dev/full', [...args, ...at]);
      isOneLine({ ...ran, stderr: ran.stderr.replace(/^\d+ keys at .*\n/m, '') });
      expect(ran.stderr).toContain('the disk is full');
    },
  );

  test('bad JSON in a data file is a refused line', async () => {
    await writeFile(here('bad.jsonl'), '{"type":');
    const { status, stdout, stderr } = await runHere(['data', 'import', here('bad.jsonl'), ...at]);
    expect([status, stdout]).toEqual([1, expect.stringContaining('1 refused')]);
    expect(stderr).toContain('line 1: not a JSON object');
    expect(stderr).not.toContain('    at ');
  });
});

describe('a reader that goes', () => {
  test.each(tried([...printing, ['--help']], 1, { salt: 'reader', nameOf: String }))('%s %s', async (...args) => {
    const child = spawn(process.execPath, [adminFile, ...args, ...(args.length > 1 ? at : [])], {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, NODE_OPTIONS: '' },
    });
    child.stdout.destroy();
    let stderr = '';
    child.stderr.on('data', (chunk) => {
      stderr += chunk;
    });
    const [status] = await once(child, 'close');
    expect(status, stderr).toBe(0);
    expect(stderr).not.toMatch(/EPIPE| {4}at /);
  });
});
