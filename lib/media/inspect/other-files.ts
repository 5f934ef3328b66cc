/**
 * Finds signatures of other file types inside pictures and films: a file must not have a second meaning for another
 * program.
 */
import { BEHIND, type Windows } from './windows.ts';

/** Pages, programs and documents, in any case. */
const TEXTS = ['<script', '<html', '<!doctype', '<svg', '<?php', '<%@', '%pdf-', 'gif87a', 'gif89a'];
/** Archives (ZIP, RAR, 7z) and programs (ELF), in hexadecimal. */
const BYTES = ['504b0304', '504b0506', '526172211a07', '377abcaf271c', '7f454c46'];

const lower = (bytes: Buffer): string => bytes.toString('latin1').toLowerCase();
const escaped = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
/** One pattern for all, so that bytes that start many signatures are scanned once. */
const MARKS = new RegExp(
  [...TEXTS, ...BYTES.map((each) => lower(Buffer.from(each, 'hex')))].map(escaped).join('|'),
  'g',
);
const LONGEST_MARK = 9;

/** Where each signature in a text begins, and its length. One may begin with the last letter of another. */
function* marksIn(text: string): Generator<readonly [index: number, length: number]> {
  for (let from = 0; ; ) {
    MARKS.lastIndex = from;
    const found = MARKS.exec(text);
    if (!found) return;
    yield [found.index, found[0].length];
    from = found.index + 1;
  }
}

/**
 * Whether a part of a file holds such a signature, or a byte of one that begins before the part or ends after it: names
 * and lengths of parts can be bytes of one too.
 */
export const holdsOtherFile = async (windows: Windows, from: number, to: number): Promise<boolean> => {
  const [first, last] = [Math.max(0, from - BEHIND), Math.min(windows.size, to + LONGEST_MARK - 1)];
  for await (const [start, bytes] of windows.from(first, last, LONGEST_MARK)) {
    for (const [index, length] of marksIn(lower(bytes)))
      if (start + index < to && start + index + length > from) return true;
  }
  return false;
};
