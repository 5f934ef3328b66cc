/** Looks at the bytes of a file that was fetched: whether it is whole and one thing alone, and what it shows. */
import { open } from 'node:fs/promises';
import { type Format, isFilm } from '../rules/kinds.ts';
import type { Failure, Found } from '../rules/limits.ts';
import { filmAt } from './film.ts';
import { jpgSize, pngSize } from './picture.ts';
import { windowsOf } from './windows.ts';

/** @param format - as its first bytes say */
export const inspect = async (path: string, format: Format): Promise<Found | Failure> => {
  const file = await open(path, 'r');
  try {
    const { size: bytes } = await file.stat();
    const windows = windowsOf(file, bytes);
    const shown = isFilm(format)
      ? await filmAt(path, windows)
      : await (format === 'PNG' ? pngSize : jpgSize)(file, windows);
    return 'code' in shown ? shown : { format, bytes, ...shown };
  } finally {
    await file.close();
  }
};
