/** A file that a command writes: readable by its owner alone, and either complete or absent. */
import { accessSync, constants, createWriteStream, rmSync, statSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { ifCutOff } from './cut-off.ts';
import { AdminError } from './io.ts';

/**
 * Checks that the file can be written, before work that a mistyped name would waste.
 *
 * @throws AdminError if it is a folder; the file system's error if its folder is missing or not writable
 */
export const requireOut = (out: string): void => {
  if (statSync(out, { throwIfNoEntry: false })?.isDirectory()) throw new AdminError(`${out} is a folder: name a file.`);
  // The dot makes this fail if the path is not a folder.
  accessSync(`${dirname(out)}/.`, constants.W_OK);
};

/** Writes `lines` under a temporary name and renames the file once it is complete. */
export const writeAll = async (lines: Iterable<string> | AsyncIterable<string>, out: string): Promise<void> => {
  requireOut(out);
  const partial = `${out}.partial`;
  const isOver = ifCutOff(() => rmSync(partial, { force: true }));
  try {
    // A file that a SIGKILL has left would keep its mode.
    await rm(partial, { force: true });
    await pipeline(lines, createWriteStream(partial, { mode: 0o600, flags: 'wx' }));
    await rename(partial, out);
  } catch (error) {
    await rm(partial, { force: true }).catch(() => {});
    throw error;
  } finally {
    isOver();
  }
};
