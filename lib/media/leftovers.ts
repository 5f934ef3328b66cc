/**
 * The paths of fetched files, and the removal of files whose worker was killed. A function's disk outlives its process,
 * and has room for six of the largest films.
 */
import { readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { random } from '../dynamodb/client/clock.ts';

const PREFIX = 'medium-';
const NAME = /^medium-[0-9a-f]{24}$/;

/** A unique path for each fetch. */
export const fetchPath = (): string => join(tmpdir(), `${PREFIX}${random.hex(24)}`);

/** Removes the files of all fetches; none may be in progress on this disk. */
export const removeLeftovers = async (): Promise<void> => {
  const names = (await readdir(tmpdir())).filter((name) => NAME.test(name));
  await Promise.all(names.map((name) => rm(join(tmpdir(), name), { force: true })));
};
