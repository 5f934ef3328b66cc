/**
 * The lines of a file, in memory that does not grow with it: one buffer, which is read into again and again. A stream makes a
 * buffer of each chunk, and a load of many megabytes outruns what frees them. `readline` would end a line at U+2028 too, which
 * JSON text may hold.
 */
import { open } from 'node:fs/promises';
import { AdminError } from '../io.ts';

const NEWLINE = 0x0a;

const CHUNK = 65_536;
/** Far above what a record may have: a file of one longer line is something else than JSON lines. */
const LONGEST = 16 * 1024 * 1024;

/** @param read - into the buffer from an offset; answers with how many bytes, none at the end */
const chunks = async function* (read: (into: Buffer, from: number) => Promise<number>): AsyncGenerator<Buffer> {
  let buffer = Buffer.allocUnsafeSlow(CHUNK);
  /** The beginning of a line whose end is still to come. */
  let kept = 0;
  for (;;) {
    if (kept === LONGEST) throw new AdminError('A line is longer than 16 MB: give JSON lines, one record a line.');
    if (kept === buffer.length) buffer = Buffer.concat([buffer], buffer.length * 2);
    const bytes = await read(buffer, kept);
    const end = kept + bytes;
    if (bytes === 0) {
      if (kept > 0) yield buffer.subarray(0, kept);
      return;
    }
    const whole = buffer.subarray(0, end).lastIndexOf(NEWLINE) + 1;
    if (whole > 0) yield buffer.subarray(0, whole);
    buffer.copyWithin(0, whole, end);
    kept = end - whole;
  }
};

/**
 * Calls back for each line, by its number from 1.
 *
 * @param each - gets the number, and what gives the line's bytes without the newline: of the buffer that is read into again, so
 *   that nobody looks at them after anything is awaited. What it answers with is awaited
 * @throws AdminError for a line over 16 MB; whatever the file system refuses
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
        // Most lines of a file are of another pass: waiting for nothing costs more than skipping them.
        const done = each(++line, bytes);
        if (done) await done;
      }
    }
  } finally {
    await handle.close();
  }
};
