/** The file that the options of a command name. */
import { accessSync, constants, statSync } from 'node:fs';
import { dirname } from 'node:path';
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
