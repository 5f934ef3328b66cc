/** What workers that were killed leave on the disk. */
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { fetchPath, removeLeftovers } from '../../../lib/media/leftovers.ts';

let disk: string;
beforeEach(async () => {
  disk = await mkdtemp(join(tmpdir(), 'disk-'));
  vi.stubEnv('TMPDIR', disk);
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await rm(disk, { recursive: true, force: true });
});

it('the files of fetches are removed, and nothing else', async () => {
  const paths = [fetchPath(), fetchPath()];
  expect(paths.map(dirname)).toEqual([disk, disk]);
  const others = ['medium-of-another', `a-${basename(paths[0]!)}`, `${basename(paths[0]!)}.txt`];
  for (const path of [...paths, ...others.map((name) => join(disk, name))]) await writeFile(path, 'a');
  await removeLeftovers();
  expect((await readdir(disk)).toSorted()).toEqual(others.toSorted());
  await removeLeftovers();
});
