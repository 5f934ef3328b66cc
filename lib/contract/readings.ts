/**
 * Single values as real clients send them, in the form that a field asks for (docs/decisions.md: coercion). Pure. What
 * can't be read is left as it came, for the schema to refuse.
 */
import type { Reading } from './atoms.ts';
import { NumberText } from './number-text.ts';
import { isBlank } from './text.ts';

export type JsonObject = { [name: string]: unknown };

export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof NumberText);

/** What a rule reads of a value that the schema wants to be an object: of a text, each letter would be a field. */
export const objectOf = (value: unknown): JsonObject => (isObject(value) ? value : {});

/** The same of one that it wants to be a list. */
export const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** No limit of a schema is higher: a list that is longer breaks its limit, whatever is in it. */
export const MOST_ITEMS = 10_001;

/** A longer text fits into no record: there is no point in taking it apart. */
const LONGEST_TEXT = 131_072;

const FALSE = new Set(['0', 'false', 'no']);
const TRUE = new Set(['1', 'true', 'yes']);

/** A flag in any form that clients send, in the field's own form. */
export const readFlag = (value: unknown, [off, on]: readonly [unknown, unknown]): unknown => {
  // What is the field's own form already says what it means, also where 1 stands for false.
  if (value === off) return off;
  if (value === on) return on;
  if (!['string', 'number', 'boolean'].includes(typeof value)) return value;
  const word = String(value).trim().toLowerCase();
  const own = [off, on].find((form) => String(form).toLowerCase() === word);
  if (own !== undefined) return own;
  if (FALSE.has(word)) return off;
  return TRUE.has(word) ? on : value;
};

/** A flag of opting out, as a boolean: as a number, 1 is false and 0 is true. */
export const readOptOut = (value: unknown): unknown => {
  const number = typeof value === 'string' ? value.trim() : value;
  if (number === 1 || number === '1') return false;
  return number === 0 || number === '0' ? true : readFlag(value, [false, true]);
};

/** Half of a surrogate pair is no text that the table takes: it is replaced, as broken UTF-8 is. */
export const readText = (value: unknown): unknown => {
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  return typeof value === 'string' ? value.trim().toWellFormed() : value;
};

export const readNumber = (value: unknown): unknown => {
  if (value instanceof NumberText) return Number(value.source);
  return typeof value === 'string' && /^\s*[+-]?[0-9]+(?:\.[0-9]+)?\s*$/.test(value) ? Number(value) : value;
};

/** The items of comma text, or an array's; blanks are dropped. `splits`: a comma inside an array's item splits it too. */
const itemsOf = (value: unknown, splits: boolean): unknown => {
  if (isBlank(value)) return [];
  const parts = (each: unknown): readonly unknown[] =>
    typeof each === 'string' && (splits || each === value) ? each.split(',', MOST_ITEMS + 1) : [each];
  const items: unknown[] = [];
  for (const each of Array.isArray(value) ? value : [value]) {
    items.push(...parts(each));
    // The list breaks its limit already: no text of it needs to be taken apart any more.
    if (items.length > MOST_ITEMS) return items;
  }
  return items.filter((item) => !isBlank(item)).map(readText);
};

/** Comma text with its items trimmed and the blank ones dropped; it keeps the separator that its writer chose. */
const readTextList = (value: unknown): unknown => {
  const items = Array.isArray(value) ? itemsOf(value, true) : [];
  // An array of anything but texts is left for the schema to refuse.
  const text =
    Array.isArray(value) && (items as unknown[]).every((item) => typeof item === 'string')
      ? (items as unknown[]).join(', ')
      : readText(value);
  if (typeof text !== 'string' || text.length > LONGEST_TEXT) return text;
  return text
    .split(',')
    .map((item) => item.trim())
    .filter((item) => !isBlank(item))
    .join(text.includes(', ') ? ', ' : ',');
};

const readCountry = (value: unknown): unknown => {
  const text = readText(value);
  if (typeof text !== 'string') return text;
  const code = text.toUpperCase();
  return code === 'UK' ? 'GB' : code;
};

/** Reads a value in a form that the schema names by `x-read`; forms with a structure are `coercion.ts`'s. */
export const readNamed = (
  reading: Exclude<Reading, 'array' | 'map' | 'opaque' | 'flag' | 'opt-out'>,
  value: unknown,
): unknown => {
  switch (reading) {
    case 'list':
      return itemsOf(value, false);
    case 'names':
      return itemsOf(value, true);
    case 'text-list':
      return readTextList(value);
    case 'country':
      return readCountry(value);
  }
};
