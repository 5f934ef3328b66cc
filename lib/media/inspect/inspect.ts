/** Inspects the bytes of a fetched file: whether it is complete, is of one type only, and what it shows. */
import { open } from 'node:fs/promises';
import { type Format, isFilm } from '../rules/kinds.ts';
import { BROKEN_FILM, BROKEN_PICTURE, type Failure, type Found } from '../rules/limits.ts';
import { filmAt } from './film.ts';
import { jpgSize, pngSize } from './picture.ts';
import { Broken, type Windows, windowsOf } from './windows.ts';

const shownBy = async (windows: Windows, format: Format) => {
  try {
    if (isFilm(format)) return await filmAt(windows);
    return await (format === 'PNG' ? pngSize : jpgSize)(windows);
  } catch (error) {
    if (error instanceof Broken) return isFilm(format) ? BROKEN_FILM : BROKEN_PICTURE;
    throw error;
  }
};

/**
 * @param format - the format by its first bytes
 * @param watch - receives the work done, at the end
 */
export const inspect = async (
  path: string,
  format: Format,
  watch?: (work: Windows['work']) => void,
): Promise<Found | Failure> => {
  const file = await open(path, 'r');
  try {
    const { size: bytes } = await file.stat();
    const windows = windowsOf(file, bytes);
    const shown = await shownBy(windows, format);
    watch?.(windows.work);
    return 'code' in shown ? shown : { format, bytes, ...shown };
  } finally {
    await file.close();
  }
};
