/** Texts that are no whole Unicode text, which JSON that is valid UTF-8 can bring by escapes alone. Pure. */

import { NO_TEXT } from './errors.ts';

/** Escapes of half a surrogate pair, and of U+0000. */
const SUSPICIOUS = /\\u(?:0000|[dD][89a-fA-F])/;
const isBroken = (text: string): boolean => !text.isWellFormed() || text.includes('\0');

/** The path of the first text in a value, a field's name or its value, that is broken. */
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
 * What is wrong with the first text that holds U+0000 or half a surrogate pair; `undefined` where none does.
 *
 * @param source - the JSON from which `value` was parsed: most of it needs no other look
 * @param whole - what the value is called
 */
export const brokenText = (source: string, value: unknown, whole: string): string | undefined => {
  const path = SUSPICIOUS.test(source) ? pathIn(value, '') : undefined;
  return path === undefined ? undefined : `${path || whole} ${NO_TEXT}`;
};
