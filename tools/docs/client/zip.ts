/** Writes a ZIP archive, which is what a wheel is (APPNOTE.TXT, 4.3). Pure: the same files make the same bytes. */
import { crc32, deflateRawSync } from 'node:zlib';

const VERSION = 20;
const UTF8_NAMES = 1 << 11;
const DEFLATED = 8;
/** 1 January 1980, the first day that the format knows. */
const DATE = (1 << 5) | 1;
/** A plain file that everyone may read; the high half is the mode of Unix. */
const MODE = 0o100644 * 2 ** 16;

/** A record of the format: its signature, then fields of two or four bytes. */
const record = (signature: number, fields: readonly (readonly [bytes: 2 | 4, value: number])[]): Buffer => {
  const all = [[4, signature] as const, ...fields];
  const buffer = Buffer.alloc(all.reduce((length, [bytes]) => length + bytes, 0));
  let at = 0;
  for (const [bytes, value] of all) at = buffer.writeUIntLE(value, at, bytes);
  return buffer;
};

/** @param files - their bytes by their paths, in the order of the archive */
export const zipped = (files: Readonly<Record<string, Uint8Array>>): Buffer => {
  const bodies: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const [path, bytes] of Object.entries(files)) {
    const name = Buffer.from(path);
    const packed = deflateRawSync(bytes, { level: 9 });
    const described = [
      [2, VERSION],
      [2, UTF8_NAMES],
      [2, DEFLATED],
      [2, 0],
      [2, DATE],
      [4, crc32(bytes)],
      [4, packed.length],
      [4, bytes.length],
      [2, name.length],
      [2, 0],
    ] as const;
    const body = Buffer.concat([record(0x04034b50, described), name, packed]);
    const places = [
      [2, 0],
      [2, 0],
      [2, 0],
      [4, MODE],
      [4, offset],
    ] as const;
    directory.push(record(0x02014b50, [[2, (3 << 8) | VERSION], ...described, ...places]), name);
    bodies.push(body);
    offset += body.length;
  }
  const count = Object.keys(files).length;
  const size = directory.reduce((sum, { length }) => sum + length, 0);
  const end = record(0x06054b50, [
    [2, 0],
    [2, 0],
    [2, count],
    [2, count],
    [4, size],
    [4, offset],
    [2, 0],
  ]);
  return Buffer.concat([...bodies, ...directory, end]);
};
