/** How large a record may be: one partner's huge records must not use up the table's units. Pure. */
import { keyAttributes } from './keys.ts';
import { markAttributes } from './marks.ts';
import { ItemTooLarge } from './outcomes.ts';
import { WRITER } from './writer.ts';

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

/** What an item's record comes to, in bytes, without keys and marks. */
export const recordBytes = (item: Readonly<Record<string, unknown>>): number => {
  let bytes = 0;
  for (const name in item) {
    const value = item[name];
    if (value === null || value === undefined || OUT_OF_COUNT.has(name)) continue;
    // Names of attributes are ours, in ASCII.
    bytes += name.length + Buffer.byteLength(typeof value === 'string' ? value : JSON.stringify(value)) + 6;
  }
  return bytes;
};

/** @throws ItemTooLarge where a record of so many bytes is larger than a record may be */
export const checkRecordBytes = (bytes: number): void => {
  if (bytes > MAX_RECORD_BYTES) throw new ItemTooLarge(`a record of ${bytes} bytes is larger than ${MAX_RECORD_BYTES}`);
};
