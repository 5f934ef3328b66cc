/**
 * Reads a JSON body as real clients send it into the form that the schema asks for (decisions: "What clients really
 * send"), guided by the schema alone. Pure. What it can't read it leaves as it came, for the schema to refuse.
 */
import type { Reading } from './atoms.ts';
import { isWide } from './wide.ts';

/** A schema node as this module sees it: the keywords that guide reading. */
interface Node {
  readonly type?: string | readonly string[];
  readonly properties?: Readonly<Record<string, Node>>;
  readonly items?: Node;
  readonly enum?: readonly unknown[];
  readonly 'x-read'?: Reading;
  readonly 'x-flag'?: readonly [unknown, unknown];
  readonly 'x-blank'?: 'judge';
  readonly 'x-aliases'?: readonly string[];
  readonly 'x-numbered'?: string;
  readonly allOf?: readonly unknown[];
}

/** No limit of a schema is higher: a list that is longer breaks its limit, whatever is in it. */
export const MOST_ITEMS = 10_001;

export type JsonObject = { [name: string]: unknown };

/** The body in the schema's form, unknown and blank fields left out, and the paths of the fields sent blank. */
export interface Normalized {
  readonly body: JsonObject;
  readonly cleared: readonly string[];
}

export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** `null`, an empty text and the text "null" all mean that a field has no value. */
export const isBlank = (value: unknown): boolean =>
  value === null || (typeof value === 'string' && (value.trim() === '' || value.trim() === 'null'));

/** Of lists as long as a body may be, this is asked of each item; of a wide object the first step costs as many as it has fields. */
const isEmpty = (object: JsonObject): boolean => {
  if (isWide(object)) return false;
  for (const _ in object) return false;
  return true;
};

const FALSE = new Set(['0', 'false', 'no']);
const TRUE = new Set(['1', 'true', 'yes']);

/** A flag in any form that clients send, in the field's own form; what is no flag comes back as it is. */
export const readFlag = (value: unknown, [off, on]: readonly [unknown, unknown]): unknown => {
  if (!['string', 'number', 'boolean'].includes(typeof value)) return value;
  const word = String(value).trim().toLowerCase();
  // What is the field's own form already says what it means, also where 1 stands for false.
  const own = [off, on].find((form) => String(form).toLowerCase() === word);
  if (own !== undefined) return own;
  if (FALSE.has(word)) return off;
  return TRUE.has(word) ? on : value;
};

/** Half of a surrogate pair is no text that the store takes: it is replaced, as broken UTF-8 is. */
const readText = (value: unknown): unknown => {
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  return typeof value === 'string' ? value.trim().toWellFormed() : value;
};

const readNumber = (value: unknown): unknown =>
  typeof value === 'string' && /^\s*[+-]?[0-9]+(?:\.[0-9]+)?\s*$/.test(value) ? Number(value) : value;

/** Splits comma text, or takes an array's texts; blanks are dropped. */
const readList = (value: unknown): unknown => {
  if (isBlank(value)) return [];
  const parts = Array.isArray(value) ? value : typeof value === 'string' ? value.split(',', MOST_ITEMS + 1) : [value];
  if (parts.length > MOST_ITEMS) return value;
  return parts.filter((part) => !isBlank(part)).map(readText);
};

/** Drops the blank items of comma text, or of an array's texts, and keeps the rest as it was written. */
const readTextList = (value: unknown): unknown => {
  const items = readList(Array.isArray(value) ? value : []) as unknown[];
  // An array of anything but texts is left for the schema to refuse.
  const text =
    Array.isArray(value) && items.every((item) => typeof item === 'string') ? items.join(', ') : readText(value);
  if (typeof text !== 'string') return text;
  return text
    .split(',')
    .filter((item) => !isBlank(item))
    .join(',')
    .trim();
};

const readCountry = (value: unknown): unknown => {
  const text = readText(value);
  if (typeof text !== 'string') return text;
  const code = text.toUpperCase();
  return code === 'UK' ? 'GB' : code;
};

/** The numbered fields of a list (`additionalCategory2`), in the order of their numbers. */
const numberedFields = (source: JsonObject, pattern: string): unknown[] => {
  // None that a client means: there are no more of them than a list may have.
  if (isWide(source)) return [];
  const matcher = new RegExp(pattern);
  const number = (name: string) => Number(/[0-9]+/.exec(name)?.[0]);
  return Object.keys(source)
    .filter((name) => matcher.test(name))
    .sort((a, b) => number(a) - number(b))
    .map((name) => source[name]);
};

/** The raw value of a property under any of its names; `undefined` where it was not sent. */
const sentValue = (source: JsonObject, name: string, node: Node): unknown => {
  if (!node['x-aliases'] && !node['x-numbered']) return Object.hasOwn(source, name) ? source[name] : undefined;
  const names = [name, ...(node['x-aliases'] ?? [])].filter((each) => Object.hasOwn(source, each));
  const best = names.find((each) => !isBlank(source[each])) ?? names[0];
  const value = best === undefined ? undefined : source[best];
  if (!node['x-numbered']) return value;
  const numbered = numberedFields(source, node['x-numbered']);
  if (numbered.length === 0) return value;
  const listed = value === undefined ? [] : readList(value);
  return Array.isArray(listed) ? [...listed, ...numbered] : listed;
};

/** Normalizes `input`, a JSON object, by `schema`, the schema of an object. */
export const normalize = (schema: unknown, input: JsonObject): Normalized => {
  const cleared: string[] = [];

  const readObject = (node: Node, source: JsonObject, path: string): JsonObject => {
    const result: JsonObject = {};
    if (isEmpty(source)) return result;
    for (const [name, property] of Object.entries(node.properties ?? {})) {
      const raw = sentValue(source, name, property);
      if (raw === undefined) continue;
      const value = read(property, raw, path === '' ? name : `${path}.${name}`);
      if (value !== undefined) result[name] = value;
    }
    return result;
  };

  /** The value in the schema's form; `undefined` where it is blank, which is noted as cleared. */
  const read = (node: Node, raw: unknown, path: string): unknown => {
    if (isBlank(raw)) {
      if (node['x-blank'] === 'judge') return '';
      cleared.push(path);
      return undefined;
    }
    const value = readForm(node, raw, path);
    // A list whose items are all blank is as blank as the text that would list nothing.
    const empty = value === '' || (node.type === 'array' && Array.isArray(value) && value.length === 0);
    if (empty && node['x-blank'] !== 'judge') {
      cleared.push(path);
      return undefined;
    }
    return value;
  };

  const readForm = (node: Node, raw: unknown, path: string): unknown => {
    switch (node['x-read']) {
      case 'flag':
        return readFlag(raw, node['x-flag'] ?? [false, true]);
      case 'list':
        return readList(raw);
      case 'text-list':
        return readTextList(raw);
      case 'country':
        return readCountry(raw);
      case 'array':
        return readItems(node, isObject(raw) ? [raw] : raw, path);
      case 'opaque':
        return raw;
      default:
        return readPlain(node, raw, path);
    }
  };

  const readPlain = (node: Node, raw: unknown, path: string): unknown => {
    if (node.type === 'object') return isObject(raw) ? readObject(node, raw, path) : raw;
    if (node.type === 'array') return readItems(node, raw, path);
    if (node.type === 'integer' || node.type === 'number') return readNumber(raw);
    return readText(raw);
  };

  /** Whether an item names fields of its own, all of them blank: an object of unknown fields is not blank but wrong. */
  const isBlankItem = (node: Node | undefined, item: unknown, raw: unknown): boolean =>
    isObject(item) &&
    isObject(raw) &&
    isEmpty(item) &&
    !isEmpty(raw) &&
    Object.keys(node?.properties ?? {}).some((name) => Object.hasOwn(raw, name));

  /** Reads each item; an object whose fields are all blank is dropped. Arrays are replaced whole: nothing is cleared. */
  const readItems = (node: Node, raw: unknown, path: string): unknown => {
    if (!Array.isArray(raw) || raw.length > MOST_ITEMS) return raw;
    const marked = cleared.length;
    const items = raw.map((item) => (isBlank(item) ? item : readForm(node.items ?? {}, item, path)));
    cleared.length = marked;
    return items.filter((item, index) => !isBlankItem(node.items, item, raw[index]));
  };

  return { body: readObject(schema as Node, input, ''), cleared };
};
