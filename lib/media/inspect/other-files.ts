/**
 * Finds signatures of other file types inside pictures and films: a file must not have a second meaning for another
 * program.
 */
import { BEHIND, type Windows } from './windows.ts';

/** Pages, programs and documents, in any case. Each is so long that pixels of another format hold none by chance. */
const TEXTS = [
  '<script',
  '<html',
  '<!doctype',
  '<svg[\\s/>:]',
  '<\\?php',
  '<%@\\s?(?:page|language|include|taglib)',
  '%pdf-',
  'gif8[79]a',
];
/** Archives (ZIP, RAR, 7z) and programs (ELF, of either size and byte order). */
const BYTES = ['PK\\x03\\x04', 'PK\\x05\\x06', 'Rar!\\x1a\\x07', "7z\\xbc\\xaf'\\x1c", '\\x7fELF[\\x01\\x02]{2}\\x01'];
/**
 * A pattern with each of its letters in either case. V8 forgets a modifier such as `(?i:a)` where it does not optimize
 * patterns: after many, or long ones.
 */
const inAnyCase = (pattern: string): string =>
  pattern.replaceAll(/\\.|[a-z]/g, (part) => (part.startsWith('\\') ? part : `[${part}${part.toUpperCase()}]`));

/** One pattern for all, so that bytes that start many signatures are scanned once. */
const MARKS = new RegExp([...TEXTS.map(inAnyCase), ...BYTES].join('|'), 'g');
const LONGEST_MARK = 12;

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
    for (const [index, length] of marksIn(bytes.toString('latin1')))
      if (start + index < to && start + index + length > from) return true;
  }
  return false;
};
