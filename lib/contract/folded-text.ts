/** Text as lists compare it: without case and without accents (docs/decisions.md: lists of businesses). Pure. */

// biome-ignore lint/suspicious/noControlCharactersInRegex: this is what ASCII is
const ASCII = /^[\u0000-\u007f]*$/;
const MARKS = /\p{M}/gu;

/** A text without case and accents. Most texts are ASCII, for which the lower case is all that there is to do. */
export const folded = (text: string): string =>
  ASCII.test(text)
    ? text.toLowerCase()
    : // By way of the upper case, in which the forms of one letter are the same (ς and σ, ß and ss).
      text.normalize('NFD').replace(MARKS, '').toUpperCase().toLowerCase().replaceAll('ς', 'σ');

/** The order of two texts by their code units, which hangs on no language. */
export const inOrder = (a: string, b: string): number => {
  if (a === b) return 0;
  return a < b ? -1 : 1;
};
