/**
 * Reads the lines of a file in constant memory: one buffer is used again and again. A stream makes a buffer for each
 * chunk, and a load of many megabytes makes them faster than they are freed. `readline` would also end a line at
 * U+2028, which JSON text may contain.
 */
import { open, stat } from 'node:fs/promises';

const NEWLINE = 0x0a;

const CHUNK = 65_536;
/** Far above the size of a record. */
const LONGEST = 16 * 1024 * 1024;
/** What is read in place of a line of so many bytes or more: no JSON, so that the line is rejected. */
export const TOO_LONG = 'This line has 16 MB or more';

/** @param read - reads into the buffer from an offset; returns the number of bytes, 0 at the end */
const chunks = async function* (read: (into: Buffer, from: number) => Promise<number>): AsyncGenerator<Buffer> {
  let buffer = Buffer.allocUnsafeSlow(CHUNK);
  /** The length of an incomplete line at the start of the buffer. */
  let kept = 0;
  /** Whether that line is too long, and the rest of it is skipped. */
  let isSkipping = false;
  for (;;) {
    if (kept === LONGEST) {
      kept = buffer.write(TOO_LONG);
      isSkipping = true;
    }
    if (kept === buffer.length) buffer = Buffer.concat([buffer], buffer.length * 2);
    const bytes = await read(buffer, kept);
    let end = kept + bytes;
    if (bytes === 0) {
      if (kept > 0) yield buffer.subarray(0, kept);
      return;
    }
    if (isSkipping) {
      const newline = buffer.subarray(0, end).indexOf(NEWLINE, kept);
      if (newline < 0) continue;
      buffer.copyWithin(kept, newline, end);
      end -= newline - kept;
      isSkipping = false;
    }
    const complete = buffer.subarray(0, end).lastIndexOf(NEWLINE) + 1;
    if (complete > 0) yield buffer.subarray(0, complete);
    buffer.copyWithin(0, complete, end);
    kept = end - complete;
  }
};

/**
 * Calls `each` for each line, by its number from 1.
 *
 * @param each - gets the number, and a function that returns the line's bytes without the newline. The bytes are part
 *   of the buffer that is used again, so they must not be read after an await. A returned promise is awaited
 * Of a line of 16 MB or more it gives `TOO_LONG` instead.
 *
 * @throws the errors of the file system
 */
export const forLines = async (
  file: string,
  each: (line: number, bytes: () => Buffer) => void | Promise<void>,
): Promise<void> => {
  const handle = await open(file);
  try {
    const read = async (into: Buffer, from: number) => (await handle.read(into, from, into.length - from)).bytesRead;
    let line = 0;
    for await (const chunk of chunks(read)) {
      for (let from = 0, to: number; from < chunk.length; from = to + 1) {
        const found = chunk.indexOf(NEWLINE, from);
        to = found < 0 ? chunk.length : found;
        const bytes = () => chunk.subarray(from, to);
        // Most lines of a file belong to another pass: awaiting nothing costs more than skipping them.
        const done = each(++line, bytes);
        if (done) await done;
      }
    }
  } finally {
    await handle.close();
  }
};

/** When a file was written last, and its size. */
export const fileVersion = async (file: string): Promise<string> => {
  const { mtimeMs, size } = await stat(file);
  return `${mtimeMs} ${size}`;
};
