/** Marks of other files inside of pictures and films: what is one thing to us must not be another to whoever opens it. */
import type { Windows } from './windows.ts';

/** Pages, programs and documents, in any case. */
const TEXTS = ['<script', '<html', '<!doctype', '<svg', '<?php', '<%@', '%pdf-', 'gif87a', 'gif89a'];
/** Archives (ZIP, RAR, 7z) and programs (ELF), in hexadecimal. */
const BYTES = ['504b0304', '504b0506', '526172211a07', '377abcaf271c', '7f454c46'];

const lower = (bytes: Buffer): string => bytes.toString('latin1').toLowerCase();
const MARKS: readonly string[] = [...TEXTS, ...BYTES.map((each) => lower(Buffer.from(each, 'hex')))];
const LONGEST_MARK = 9;

/** Whether a part of a file holds such a mark. */
export const holdsForeign = async (windows: Windows, from: number, to: number): Promise<boolean> => {
  for await (const [, bytes] of windows.from(from, to, LONGEST_MARK)) {
    const text = lower(bytes);
    if (MARKS.some((mark) => text.includes(mark))) return true;
  }
  return false;
};
