/**
 * Converts single values as real clients send them to the type of their field (docs/decisions.md: coercion). Values
 * that can't be read stay as sent, for the schema to refuse. Pure.
 */
import type { Reading } from './atoms.ts';
import { NumberText } from './number-text.ts';
import { hourText, inUpperCase, isBlank } from './text.ts';

export type JsonObject = { [name: string]: unknown };

export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof NumberText);

/** The value if it is an object, else an empty object. For rules, which would read each letter of a text as a field. */
export const objectOf = (value: unknown): JsonObject => (isObject(value) ? value : {});

/** The value if it is an array, else an empty array. */
export const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** As many as the values of a body may be, and above the limit of every schema: a longer list is refused unread. */
export const MOST_ITEMS = 12_000;

/** A longer text fits into no record, so it is not split. */
const LONGEST_TEXT = 131_072;

const FALSE = new Set(['0', 'false', 'no']);
const TRUE = new Set(['1', 'true', 'yes']);

/** Converts a flag in any form that clients send to the field's own values. */
export const readFlag = (value: unknown, [off, on]: readonly [unknown, unknown]): unknown => {
  // The field's own values come first, also where 1 stands for false.
  if (value === off) return off;
  if (value === on) return on;
  if (!['string', 'number', 'boolean'].includes(typeof value)) return value;
  const word = String(value).trim().toLowerCase();
  const own = [off, on].find((form) => String(form).toLowerCase() === word);
  if (own !== undefined) return own;
  if (FALSE.has(word)) return off;
  return TRUE.has(word) ? on : value;
};

/** Converts an opt-out flag to a boolean. As a number, 1 is false and 0 is true. */
export const readOptOut = (value: unknown): unknown => {
  const number = typeof value === 'string' ? value.trim() : value;
  if (number === 1 || number === '1') return false;
  return number === 0 || number === '0' ? true : readFlag(value, [false, true]);
};

/** Replaces halves of surrogate pairs, which DynamoDB refuses, as a decoder replaces invalid UTF-8. */
export const readText = (value: unknown): unknown => {
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  return typeof value === 'string' ? value.trim().toWellFormed() : value;
};

export const readNumber = (value: unknown): unknown => {
  if (value instanceof NumberText) return Number(value.source) + 0;
  if (value === 0) return 0;
  return typeof value === 'string' && /^\s*[+-]?[0-9]+(?:\.[0-9]+)?\s*$/.test(value) ? Number(value) + 0 : value;
};

/**
 * The items of comma-separated text, or of an array, without blanks. `splits`: a comma inside an array's item splits it
 * too.
 */
const itemsOf = (value: unknown, splits: boolean): unknown => {
  if (isBlank(value)) return [];
  const parts = (each: unknown): readonly unknown[] =>
    typeof each === 'string' && (splits || each === value) ? each.split(',', MOST_ITEMS + 1) : [each];
  const items: unknown[] = [];
  for (const each of Array.isArray(value) ? value : [value]) {
    items.push(...parts(each));
    // The list already breaks its limit: no need to split any more texts.
    if (items.length > MOST_ITEMS) return items;
  }
  return items.filter((item) => !isBlank(item)).map(readText);
};

/** Trims the items of comma-separated text and drops blank ones; keeps the separator that the client chose. */
const readTextList = (value: unknown): unknown => {
  const items = Array.isArray(value) ? itemsOf(value, true) : [];
  // An array of other values than texts stays, for the schema to refuse.
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

/** Longer than every listed value: no longer text is one, so its case is not changed. */
const LONGEST_LISTED = 100;

/** The value of a field with listed values that a text equals without case; any other value stays. */
export const readChoice = (value: unknown, listed: readonly unknown[]): unknown => {
  const text = readText(value);
  if (typeof text !== 'string' || text.length > LONGEST_LISTED) return text;
  const wanted = text.toLowerCase();
  return listed.find((each) => String(each).toLowerCase() === wanted) ?? text;
};

const readUpper = (value: unknown): unknown => {
  const text = readText(value);
  return typeof text === 'string' && text.length <= LONGEST_LISTED ? inUpperCase(text) : text;
};

const readHour = (value: unknown): unknown => {
  const text = readText(value);
  return typeof text === 'string' ? hourText(text) : text;
};

const readCountry = (value: unknown): unknown => {
  const code = readUpper(value);
  return code === 'UK' ? 'GB' : code;
};

/** Reads a value by its `x-read` kind; `coercion.ts` reads those with a structure. */
export const readNamed = (
  reading: Exclude<Reading, 'array' | 'map' | 'opaque' | 'flag' | 'opt-out' | 'choice'>,
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
    case 'upper':
      return readUpper(value);
    case 'hour':
      return readHour(value);
  }
};
