/** Reads the text of a file that an argument or an option names. */
import { readFile } from 'node:fs/promises';
import { AdminError } from '../io.ts';

/** @throws AdminError if it is too large for a text; the file system's error if it can't be read */
export const readText = async (file: string): Promise<string> => {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    if (error instanceof RangeError) throw new AdminError(`${file} is too large.`);
    throw error;
  }
};
