/** The one bound on what a body may cost: how deep it is and how many values it has, counted before it is parsed. Pure. */

/** More than any client sends, and little enough to be parsed and judged in some tens of milliseconds (docs/decisions.md). */
export const MOST_VALUES = 12_000;
export const DEEPEST = 64;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const OPEN_ARRAY = 0x5b;
const CLOSE_ARRAY = 0x5d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;

/** The index behind the string that begins at `start`, behind its first quote; that of the text's end where it has no other. */
const stringEnd = (text: string, start: number): number => {
  for (let from = start; ; ) {
    const quote = text.indexOf('"', from);
    if (quote < 0) return text.length;
    let before = quote;
    while (before > start && text.charCodeAt(before - 1) === BACKSLASH) before--;
    // A quote behind an odd number of backslashes is part of the string.
    if ((quote - before) % 2 === 0) return quote + 1;
    from = quote + 1;
  }
};

/** What is wrong with the shape of a JSON text; `undefined` where nothing is. Says nothing of whether it is JSON. */
export const shapeProblem = (text: string): string | undefined => {
  let values = 1;
  let depth = 0;
  for (let index = 0; index < text.length; index++) {
    const character = text.charCodeAt(index);
    if (character === QUOTE) {
      // Most of a text is in strings, which `indexOf` passes over many times as fast.
      index = stringEnd(text, index + 1) - 1;
    } else if (character === COMMA) {
      if (++values > MOST_VALUES) return `holds more than ${MOST_VALUES} values`;
    } else if (character === OPEN_OBJECT || character === OPEN_ARRAY) {
      values++;
      if (++depth > DEEPEST) return `is nested more than ${DEEPEST} levels deep`;
    } else if (character === CLOSE_OBJECT || character === CLOSE_ARRAY) {
      depth--;
    }
  }
  return undefined;
};
