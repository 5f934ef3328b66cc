/** A file that a command writes: for its owner alone, and whole or not at all. */
import { accessSync, constants, createWriteStream, rmSync, statSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { ifCutOff } from './cut-off.ts';
import { AdminError } from './io.ts';

/**
 * To be asked before work that a name typed wrong would waste.
 *
 * @throws AdminError where it is a folder; whatever the file system says of a folder that is not there, or not to be written
 */
export const requireOut = (out: string): void => {
  if (statSync(out, { throwIfNoEntry: false })?.isDirectory()) throw new AdminError(`${out} is a folder: name a file.`);
  // The dot is there for what is no folder.
  accessSync(`${dirname(out)}/.`, constants.W_OK);
};

/** Writes `lines` under another name until all are there: half a file never stands where a whole one is looked for. */
export const writeWhole = async (lines: Iterable<string> | AsyncIterable<string>, out: string): Promise<void> => {
  requireOut(out);
  const partial = `${out}.partial`;
  const isOver = ifCutOff(() => rmSync(partial, { force: true }));
  try {
    // What a SIGKILL has left would keep its mode.
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
