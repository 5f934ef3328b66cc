/** Reads the boxes of films and the tables in them, sequentially, with one window in memory. */
import { Broken, WINDOW_BYTES, type Windows } from './windows.ts';

export interface Box {
  readonly name: string;
  /** Where its length and name start. */
  readonly from: number;
  /** Where its content starts. */
  readonly start: number;
  readonly end: number;
}

/** Reads the header of a box at a position; `undefined` if none starts there. */
const boxAt = async (windows: Windows, position: number, end: number): Promise<Box | undefined> => {
  windows.countPart();
  const head = await windows.at(position, Math.min(16, end - position));
  if (head.length < 8) return undefined;
  const short = head.readUInt32BE(0);
  const name = head.toString('latin1', 4, 8);
  if (short !== 1) return { name, from: position, start: position + 8, end: position + short };
  if (head.length < 16) return undefined;
  return { name, from: position, start: position + 16, end: position + Number(head.readBigUInt64BE(8)) };
};

/** Whether a film begins with these bytes. */
export const isFilmAt = (bytes: Buffer): boolean => bytes.toString('latin1', 4, 8) === 'ftyp';

/** Yields the top-level boxes of a film, which must fill the file to its last byte. @throws Broken */
export async function* boxesOf(windows: Windows): AsyncGenerator<Box> {
  for (let position = 0; position < windows.size; ) {
    const box = await boxAt(windows, position, windows.size);
    // A size of 0 means up to the end of the file.
    const end = box?.end === position ? windows.size : box?.end;
    if (!box || end === undefined || end < box.start || end > windows.size) throw new Broken('a box');
    if (!/^[\x20-\x7e\xa9]{4}$/.test(box.name)) throw new Broken('the name of a box');
    yield { ...box, end };
    position = end;
  }
}

/**
 * Yields the boxes inside a part of a film, each one of `containers` followed by the boxes inside it. None may reach
 * beyond its container, so no byte is read twice at any depth.
 *
 * @throws Broken
 */
export async function* boxesInside(
  windows: Windows,
  { start, end }: Pick<Box, 'start' | 'end'>,
  containers: ReadonlySet<string>,
): AsyncGenerator<Box> {
  const ends = [end];
  for (let position = start; ; ) {
    while (ends.length > 0 && position >= ends.at(-1)!) ends.pop();
    const within = ends.at(-1);
    if (within === undefined) return;
    const box = await boxAt(windows, position, within);
    // QuickTime ends some lists with four zero bytes.
    if (!box || box.end === position) {
      position = within;
      continue;
    }
    if (box.end < box.start || box.end > within) throw new Broken('a box inside a box');
    yield box;
    if (containers.has(box.name)) ends.push(box.end);
    position = containers.has(box.name) ? box.start : box.end;
  }
}

/** The first bytes of a box's content, valid until the window moves. @throws Broken if it has fewer */
export const contentOf = async (windows: Windows, { start, end }: Box, length: number): Promise<Buffer> => {
  if (end - start < length) throw new Broken('the content of a box');
  const bytes = await windows.at(start, length);
  if (bytes.length < length) throw new Broken('the content of a box');
  return bytes;
};

/**
 * The first bytes of a table, read without moving the window, as the tables of a film are looked up in another order
 * than they are in. @throws Broken if it has fewer
 */
export const headOf = async (windows: Windows, { start, end }: Box, length: number): Promise<Buffer> => {
  const bytes = Buffer.alloc(length);
  if (end - start < length || (await windows.into(bytes, start)) < length) throw new Broken('the head of a table');
  return bytes;
};

/** Iterates over the rows of a table. `more` is called, and awaited, only if `has` is false. */
export interface Rows {
  has(): boolean;
  more(): Promise<boolean>;
  /** A number in the current row. */
  u8(column: number): number;
  u16(column: number): number;
  u32(column: number): number;
  i32(column: number): number;
  i64(column: number): number;
  /** Moves to the next row. */
  next(): void;
}

/**
 * The rows of a table in a box, which must be large enough for them.
 *
 * @param from - where in the box's content the rows start
 * @throws Broken
 */
export const rowsIn = (windows: Windows, box: Box, table: { from: number; count: number; bytes: number }): Rows => {
  const { from, count, bytes } = table;
  const start = box.start + from;
  if (start + count * bytes > box.end) throw new Broken('a table');
  const atOnce = Math.max(1, Math.floor(WINDOW_BYTES / bytes));
  let read = 0;
  let at = 0;
  let block = Buffer.alloc(0);
  return {
    has: () => at < block.length,
    async more() {
      const rows = Math.min(atOnce, count - read);
      if (rows === 0) return false;
      const length = rows * bytes;
      if (block.length !== length) block = Buffer.allocUnsafe(length);
      if ((await windows.into(block, start + read * bytes)) < length) throw new Broken('a table');
      read += rows;
      at = 0;
      return true;
    },
    u8: (column) => block.readUInt8(at + column),
    u16: (column) => block.readUInt16BE(at + column),
    u32: (column) => block.readUInt32BE(at + column),
    i32: (column) => block.readInt32BE(at + column),
    i64: (column) => Number(block.readBigInt64BE(at + column)),
    next: () => {
      at += bytes;
    },
  };
};
