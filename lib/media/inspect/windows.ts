/** A file read in windows, so that no more of it is in memory. */
import type { FileHandle } from 'node:fs/promises';

const WINDOW_BYTES = 65_536;

export interface Windows {
  readonly size: number;
  /** So many bytes from there on; fewer where the file ends. Good until the next call. */
  at(position: number, length: number): Promise<Buffer>;
  /** Window after window from there on, each with the position of its first byte. */
  from(position: number, end: number, overlap: number): AsyncGenerator<readonly [position: number, bytes: Buffer]>;
}

export const windowsOf = (file: FileHandle, size: number): Windows => {
  const buffer = Buffer.alloc(WINDOW_BYTES);
  let start = 0;
  let filled = 0;
  const at = async (position: number, length: number): Promise<Buffer> => {
    if (position < start || position + length > start + filled) {
      // Lengths are of headers, or a window's.
      const { bytesRead } = await file.read(buffer, 0, WINDOW_BYTES, position);
      start = position;
      filled = bytesRead;
    }
    return buffer.subarray(position - start, Math.min(position - start + length, filled));
  };
  return {
    size,
    at,
    async *from(position, end, overlap) {
      for (let next = position; next < end; ) {
        const bytes = await at(next, Math.min(WINDOW_BYTES, end - next));
        if (bytes.length === 0) return;
        yield [next, bytes];
        if (next + bytes.length >= end) return;
        next += Math.max(1, bytes.length - overlap);
      }
    },
  };
};
