/** The size limit of records: one partner's huge records must not use up the table's units. Pure. */

import { ItemTooLarge } from '../client/outcomes.ts';
import { markAttributes } from '../writes/marks.ts';
import { WRITER } from '../writes/writer.ts';
import { keyAttributes } from './keys.ts';

/** 128 KB, counted as JSON text. */
export const MAX_RECORD_BYTES = 131_072;

const OUT_OF_COUNT = new Set<string>([
  ...keyAttributes,
  ...markAttributes,
  'version',
  'bytes',
  'loadedVersion',
  'quiet',
  'listingMark',
  WRITER,
  'type',
  'v',
]);

/** The size of an item's record in bytes, without keys and marks. */
export const recordBytes = (item: Readonly<Record<string, unknown>>): number => {
  let bytes = 0;
  for (const name in item) {
    const value = item[name];
    if (value === null || value === undefined || OUT_OF_COUNT.has(name)) continue;
    // Attribute names are ours, in ASCII.
    bytes += name.length + Buffer.byteLength(typeof value === 'string' ? value : JSON.stringify(value)) + 6;
  }
  return bytes;
};

/** @throws ItemTooLarge if a record grows beyond the limit; one that is too large already may shrink */
export const checkGrowth = (bytes: number, before: Readonly<Record<string, unknown>>): void => {
  if (bytes > MAX_RECORD_BYTES && bytes > recordBytes(before)) checkRecordBytes(bytes);
};

/** @throws ItemTooLarge if the size exceeds the limit of a record */
export const checkRecordBytes = (bytes: number): void => {
  if (bytes > MAX_RECORD_BYTES) throw new ItemTooLarge(`a record of ${bytes} bytes is larger than ${MAX_RECORD_BYTES}`);
};
