/** The file that the options of a command name. */
import { accessSync, constants, lstatSync, readlinkSync, statSync } from 'node:fs';
import { dirname, isAbsolute } from 'node:path';
import { AdminError } from './io.ts';

/** The path that symbolic links lead to, also if nothing is there yet. */
const behindLinks = (path: string): string => {
  if (!lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink()) return path;
  const target = readlinkSync(path);
  return behindLinks(isAbsolute(target) ? target : `${dirname(path)}/${target}`);
};

/**
 * Checks that the file can be written, before work that a mistyped name would waste. Returns its path behind symbolic
 * links: files get their names by renaming, which would replace a link, or a pipe.
 *
 * @throws AdminError if it is no regular file; the file system's error if its folder is missing or not writable
 */
export const requireOut = (out: string): string => {
  const found = statSync(out, { throwIfNoEntry: false });
  if (found?.isDirectory()) throw new AdminError(`${out} is a folder: name a file.`);
  if (found && !found.isFile()) throw new AdminError(`${out} is a device, a pipe or a socket: name a regular file.`);
  const file = behindLinks(out);
  // The dot makes this fail if the path is not a folder.
  accessSync(`${dirname(file)}/.`, constants.W_OK);
  return file;
};
