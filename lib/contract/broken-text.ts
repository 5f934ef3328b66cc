/** Finds text that is not valid Unicode. Only escapes can put it into JSON that is valid UTF-8. Pure. */

import { isObject } from './coercion.ts';
import { invalid, NO_TEXT } from './errors.ts';
import { NumberText } from './number-text.ts';
import { MOST_VIOLATIONS, type Place, placeIn, placeOf, type Violation } from './violations.ts';

/** Escapes of half a surrogate pair, and of U+0000. */
const SUSPICIOUS = /\\u(?:0000|[dD][89a-fA-F])/;
const isBroken = (text: string): boolean => !text.isWellFormed() || text.includes('\0');
const holdsBroken = (value: unknown): boolean => {
  if (typeof value === 'string') return isBroken(value);
  if (Array.isArray(value)) return value.some(holdsBroken);
  return isObject(value) && Object.entries(value).some(([name, each]) => isBroken(name) || holdsBroken(each));
};

const repaired = (text: string): string => text.toWellFormed().replaceAll('\0', '\uFFFD');

/** Copies a value with each invalid text replaced, be it a field's name or its value, and notes where those were. */
const repair = (value: unknown, at: Place, note: (at: Place) => void): unknown => {
  const readable = (text: string): string => {
    if (!isBroken(text)) return text;
    note(at);
    return repaired(text);
  };
  if (typeof value === 'string') return readable(value);
  if (Array.isArray(value)) return value.map((each, row) => repair(each, placeIn(at, row), note));
  if (!isObject(value) || value instanceof NumberText) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [readable(name), repair(each, placeIn(at, name), note)]),
  );
};

export interface BrokenTexts {
  /** A violation for each text that holds U+0000 or half a surrogate pair, in the order of the value. */
  readonly violations: readonly Violation[];
  /** The value with U+FFFD in place of each of these. */
  readonly repaired: unknown;
}

/**
 * Finds the texts of a parsed value that hold U+0000 or half a surrogate pair; `undefined` if there are none.
 *
 * @param source - the JSON from which `value` was parsed; a pattern rules out most bodies without a walk through them
 * @param root - what messages call the value itself
 */
export const brokenTexts = (source: string, value: unknown, root: string): BrokenTexts | undefined => {
  // Many clients escape all that is not ASCII: what is right is not copied.
  if (!SUSPICIOUS.test(source) || !holdsBroken(value)) return undefined;
  const violations: Violation[] = [];
  const repaired = repair(value, placeOf(''), ({ path, pointer }) => {
    if (violations.length < MOST_VIOLATIONS) violations.push({ path, pointer, error: invalid(path || root, NO_TEXT) });
  });
  return { violations, repaired };
};
