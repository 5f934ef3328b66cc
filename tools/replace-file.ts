/** Replaces a file in one step. */
import { renameSync, rmSync, writeFileSync } from 'node:fs';

/**
 * Writes a file under a temporary name, and renames it: the file is never half of one, also if the disk is full.
 *
 * @param mode - by default its owner alone can read it
 */
export const replaceFile = (file: string, text: string, mode = 0o600): void => {
  const partial = `${file}.partial`;
  // A file that a SIGKILL has left would keep its mode.
  rmSync(partial, { force: true });
  try {
    writeFileSync(partial, text, { mode, flag: 'wx' });
    renameSync(partial, file);
  } catch (error) {
    rmSync(partial, { force: true });
    throw error;
  }
};
