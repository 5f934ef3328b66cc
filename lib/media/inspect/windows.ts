/**
 * Reads a file in windows, so that only one window is in memory. Readers only move forwards and use up each window
 * before the next one, so the bytes read are a small multiple of the file's size.
 */
import type { FileHandle } from 'node:fs/promises';

export const WINDOW_BYTES = 65_536;
/** A window that begins with a part also has the last bytes before it: all but one of the longest signature's. */
export const BEHIND = 11;
/**
 * The maximum number of boxes, chunks and segments of one file. A film with a fragment for each frame has 10 for each.
 */
export const MOST_PARTS = 100_000;

/** The file does not conform to its format. */
export class Broken extends Error {
  override readonly name = 'Broken';
}

export interface Windows {
  readonly size: number;
  /** The work done so far; the same for the same file on any machine. */
  readonly work: { readonly bytesRead: number; readonly parts: number };
  /** The bytes from a position on; fewer at the end of the file. Valid until the next call. */
  at(position: number, length: number): Promise<Buffer>;
  /** Yields windows from a position on, each with the position of its first byte. */
  from(position: number, end: number, overlap: number): AsyncGenerator<readonly [position: number, bytes: Buffer]>;
  /** Reads bytes into the caller's buffer, without moving the window. */
  into(buffer: Buffer, position: number): Promise<number>;
  /** Counts a part of the file. @throws Broken where there are too many */
  countPart(): void;
}

export const windowsOf = (file: FileHandle, size: number): Windows => {
  const buffer = Buffer.alloc(WINDOW_BYTES);
  const work = { bytesRead: 0, parts: 0 };
  let start = 0;
  let filled = 0;
  const into = async (target: Buffer, position: number): Promise<number> => {
    const { bytesRead } = await file.read(target, 0, target.length, position);
    work.bytesRead += bytesRead;
    return bytesRead;
  };
  const moveTo = async (position: number): Promise<void> => {
    filled = await into(buffer, position);
    start = position;
  };
  const isInside = (position: number): boolean => position >= start && position < start + filled;
  return {
    size,
    work,
    into,
    async at(position, length) {
      // Only headers are read this way, which are shorter than a window.
      if (!isInside(position) || position + length > start + filled) {
        const isAtEnd = isInside(position) && start + filled >= size;
        if (!isAtEnd) await moveTo(Math.max(0, position - BEHIND));
      }
      return buffer.subarray(position - start, Math.min(position - start + length, filled));
    },
    async *from(position, end, overlap) {
      for (let next = position; next < end; ) {
        // Use the rest of the window first, so that a file of many small parts is not read again for each.
        const isLeft = isInside(next) && (start + filled >= end || start + filled - next > overlap);
        if (!isLeft) await moveTo(next);
        const bytes = buffer.subarray(next - start, Math.min(end - start, filled));
        if (bytes.length === 0) return;
        yield [next, bytes];
        if (next + bytes.length >= end) return;
        next += Math.max(1, bytes.length - overlap);
      }
    },
    countPart() {
      work.parts += 1;
      if (work.parts > MOST_PARTS) throw new Broken(`more than ${MOST_PARTS} parts`);
    },
  };
};

/** The part of a file from a position on, as a file of its own. */
export const windowsBehind = (windows: Windows, base: number): Windows => ({
  size: windows.size - base,
  work: windows.work,
  at: (position, length) => windows.at(base + position, length),
  async *from(position, end, overlap) {
    for await (const [start, bytes] of windows.from(base + position, base + end, overlap)) yield [start - base, bytes];
  },
  into: (buffer, position) => windows.into(buffer, base + position),
  countPart: windows.countPart,
});
