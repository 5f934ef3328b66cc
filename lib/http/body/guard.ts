/**
 * Limits the cost of a body: its depth and its number of values, counted before it is parsed. The same pass finds out
 * whether its numbers need the slower parse. Pure.
 */
import { isNumberText } from '../../contract/number-text.ts';

/** More than any client sends, yet parsed and checked within some tens of milliseconds (docs/decisions.md). */
export const MOST_VALUES = 12_000;
export const DEEPEST = 64;

const DIGIT_0 = 0x30;
const DIGIT_9 = 0x39;
const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const OPEN_ARRAY = 0x5b;
const CLOSE_ARRAY = 0x5d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;

/**
 * The index after the string that begins at `start`, which is after its opening quote; the end of the text if it is not
 * closed.
 */
export const stringEnd = (text: string, start: number): number => {
  for (let from = start; ; ) {
    const quote = text.indexOf('"', from);
    if (quote < 0) return text.length;
    let before = quote;
    while (before > start && text.charCodeAt(before - 1) === BACKSLASH) before--;
    // A quote after an odd number of backslashes is part of the string.
    if ((quote - before) % 2 === 0) return quote + 1;
    from = quote + 1;
  }
};

const REST_OF_NUMBER = /[0-9.eE+-]*/y;

/** The index after a number. */
const numberEnd = (text: string, start: number): number => {
  REST_OF_NUMBER.lastIndex = start;
  REST_OF_NUMBER.test(text);
  return REST_OF_NUMBER.lastIndex;
};

export interface Shape {
  /** What is wrong; `undefined` if nothing is. */
  readonly problem?: string;
  /** Whether a number does not print as it was sent (lib/contract/number-text.ts). */
  readonly hasNumberText: boolean;
}

/**
 * The shape of a JSON text. Does not check that it is valid JSON.
 *
 * @param most - values that it may hold
 */
export const shapeOf = (text: string, most = MOST_VALUES): Shape => {
  let values = 1;
  let depth = 0;
  let hasNumberText = false;
  for (let index = 0; index < text.length; index++) {
    const character = text.charCodeAt(index);
    if (character === QUOTE) {
      // Most of a text is in strings, which `indexOf` skips many times as fast.
      index = stringEnd(text, index + 1) - 1;
    } else if (character >= DIGIT_0 && character <= DIGIT_9) {
      const end = numberEnd(text, index);
      hasNumberText ||= isNumberText(text.slice(index, end));
      index = end - 1;
    } else if (character === COMMA) {
      if (++values > most) return { problem: `holds more than ${most} values`, hasNumberText };
    } else if (character === OPEN_OBJECT || character === OPEN_ARRAY) {
      values++;
      if (++depth > DEEPEST) return { problem: `is nested more than ${DEEPEST} levels deep`, hasNumberText };
    } else if (character === CLOSE_OBJECT || character === CLOSE_ARRAY) {
      depth--;
    }
  }
  return { hasNumberText };
};
