/** Text comparison for lists: ignores case and accents (docs/decisions.md: lists of businesses). Pure. */

// biome-ignore lint/suspicious/noControlCharactersInRegex: this is what ASCII is
const ASCII = /^[\u0000-\u007f]*$/;
const MARKS = /\p{M}/gu;

/** Folds case and accents. Most texts are ASCII and only need lower case. */
export const folded = (text: string): string =>
  ASCII.test(text)
    ? text.toLowerCase()
    : // Via upper case, where variants of one letter are equal (ς and σ, ß and ss).
      text.normalize('NFD').replace(MARKS, '').toUpperCase().toLowerCase().replaceAll('ς', 'σ');

/** A part to look for in folded texts. One of accents alone stays as it is: it is in none of them, and not in all. */
export const foldedPart = (part: string): string => folded(part) || part;

/** Folds case alone: texts that differ in accents stay different. */
export const caseless = (text: string): string =>
  ASCII.test(text)
    ? text.toLowerCase()
    : text.normalize('NFC').toUpperCase().toLowerCase().replaceAll('ς', 'σ').normalize('NFC');

/** Compares two texts by code units, independent of any locale. */
export const inOrder = (a: string, b: string): number => {
  if (a === b) return 0;
  return a < b ? -1 : 1;
};
