/** Finds text that is not valid Unicode. Only escapes can put it into JSON that is valid UTF-8. Pure. */

import { NO_TEXT } from './errors.ts';

/** Escapes of half a surrogate pair, and of U+0000. */
const SUSPICIOUS = /\\u(?:0000|[dD][89a-fA-F])/;
const isBroken = (text: string): boolean => !text.isWellFormed() || text.includes('\0');

/** The path of the first invalid text in a value, be it a field's name or its value. */
const pathIn = (value: unknown, path: string): string | undefined => {
  if (typeof value === 'string') return isBroken(value) ? path : undefined;
  if (typeof value !== 'object' || value === null) return undefined;
  for (const [name, each] of Object.entries(value)) {
    if (isBroken(name)) return path;
    const inner = Array.isArray(value) ? `${path}[${name}]` : `${path}${path && '.'}${name}`;
    const found = pathIn(each, inner);
    if (found !== undefined) return found;
  }
  return undefined;
};

/**
 * Describes the first text that holds U+0000 or half a surrogate pair; `undefined` if there is none.
 *
 * @param source - the JSON from which `value` was parsed; a pattern rules out most bodies without a walk through them
 * @param root - what the message calls the value
 */
export const brokenText = (source: string, value: unknown, root: string): string | undefined => {
  const path = SUSPICIOUS.test(source) ? pathIn(value, '') : undefined;
  return path === undefined ? undefined : `${path || root} ${NO_TEXT}`;
};
