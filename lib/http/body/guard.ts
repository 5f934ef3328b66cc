/** The one bound on what a body may cost: how deep it is and how many values it has, counted before it is parsed. Pure. */

/** More than any schema allows, less than what parsing and judging could take tens of milliseconds for (docs/decisions.md). */
export const MOST_VALUES = 20_000;
export const DEEPEST = 64;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const OPEN_ARRAY = 0x5b;
const CLOSE_ARRAY = 0x5d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;

/** What is wrong with the shape of a JSON text; `undefined` where nothing is. Says nothing of whether it is JSON. */
export const shapeProblem = (text: string): string | undefined => {
  let values = 1;
  let depth = 0;
  let inString = false;
  for (let index = 0; index < text.length; index++) {
    const character = text.charCodeAt(index);
    if (inString) {
      if (character === BACKSLASH) index++;
      else if (character === QUOTE) inString = false;
    } else if (character === QUOTE) {
      inString = true;
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
