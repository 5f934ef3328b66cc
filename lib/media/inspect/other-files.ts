/**
 * Finds signatures of other file types inside pictures and films: a file must not have a second meaning for another
 * program.
 */
import type { Windows } from './windows.ts';

/** Pages, programs and documents, in any case. */
const TEXTS = ['<script', '<html', '<!doctype', '<svg', '<?php', '<%@', '%pdf-', 'gif87a', 'gif89a'];
/** Archives (ZIP, RAR, 7z) and programs (ELF), in hexadecimal. */
const BYTES = ['504b0304', '504b0506', '526172211a07', '377abcaf271c', '7f454c46'];

const lower = (bytes: Buffer): string => bytes.toString('latin1').toLowerCase();
const escaped = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
/** One pattern for all, so that bytes that start many signatures are scanned once. */
const MARKS = new RegExp([...TEXTS, ...BYTES.map((each) => lower(Buffer.from(each, 'hex')))].map(escaped).join('|'));
const LONGEST_MARK = 9;

/** Whether a part of a file holds such a signature. */
export const holdsOtherFile = async (windows: Windows, from: number, to: number): Promise<boolean> => {
  for await (const [, bytes] of windows.from(from, to, LONGEST_MARK)) {
    if (MARKS.test(lower(bytes))) return true;
  }
  return false;
};
