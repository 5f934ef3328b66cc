/**
 * Reads a JSON body as real clients send it into the form that the schema asks for (docs/decisions.md: coercion), guided by
 * the schema alone. Pure. What it can't read it leaves as it came, for the schema to refuse.
 */
import type { Reading } from './atoms.ts';
import { isObject, type JsonObject, MOST_ITEMS, readFlag, readNamed, readNumber, readText } from './readings.ts';
import { isBlank } from './text.ts';

export { isObject, type JsonObject } from './readings.ts';

/** A schema node as this module sees it: the keywords that guide reading. */
interface Node {
  readonly type?: string | readonly string[];
  readonly properties?: Readonly<Record<string, Node>>;
  readonly items?: Node;
  readonly 'x-read'?: Reading;
  readonly 'x-flag'?: readonly [unknown, unknown];
  readonly 'x-blank'?: 'judge';
  readonly 'x-blank-rows'?: { readonly dropWhere: string; readonly is: unknown };
  readonly 'x-aliases'?: readonly string[];
  readonly 'x-numbered'?: string;
}

/** The body in the schema's form, unknown and blank fields left out, and the paths of the fields sent blank. */
export interface Normalized {
  readonly body: JsonObject;
  readonly cleared: readonly string[];
}

/** The numbered fields of a list (`additionalCategory2`), in the order of their numbers. */
const numberedFields = (source: JsonObject, pattern: string): unknown[] => {
  const matcher = new RegExp(pattern);
  const number = (name: string) => Number(/[0-9]+/.exec(name)?.[0]);
  return Object.keys(source)
    .filter((name) => matcher.test(name))
    .sort((a, b) => number(a) - number(b))
    .map((name) => source[name]);
};

/** A list with its numbered fields. One that is sent blank, alone, says nothing; several that are all blank clear the list. */
const withNumbered = (value: unknown, numbered: readonly unknown[], reading: 'list' | 'names'): unknown => {
  if (numbered.length === 0) return value;
  if (value === undefined && numbered.length === 1 && isBlank(numbered[0])) return undefined;
  const listed = value === undefined ? [] : readNamed(reading, value);
  return Array.isArray(listed) ? [...listed, ...numbered] : listed;
};

/** The raw value of a property under any of its names; `undefined` where it was not sent. */
const sentValue = (source: JsonObject, name: string, node: Node): unknown => {
  if (!node['x-aliases'] && !node['x-numbered']) return Object.hasOwn(source, name) ? source[name] : undefined;
  const names = [name, ...(node['x-aliases'] ?? [])].filter((each) => Object.hasOwn(source, each));
  const best = names.find((each) => !isBlank(source[each])) ?? names[0];
  const value = best === undefined ? undefined : source[best];
  if (!node['x-numbered']) return value;
  return withNumbered(value, numberedFields(source, node['x-numbered']), node['x-read'] === 'list' ? 'list' : 'names');
};

/** Whether a row of an array says nothing: it is blank, or all its fields are. */
const isBlankRow = (node: Node | undefined, row: unknown): boolean =>
  isBlank(row) ||
  (isObject(row) &&
    Object.keys(node?.properties ?? {}).every((name) => !Object.hasOwn(row, name) || isBlank(row[name])));

/** Normalizes `input`, a JSON object, by `schema`, the schema of an object. */
export const normalize = (schema: unknown, input: JsonObject): Normalized => {
  const cleared: string[] = [];

  const readObject = (node: Node, source: JsonObject, path: string): JsonObject => {
    const result: JsonObject = {};
    const { properties = {} } = node;
    for (const name in properties) {
      const property = properties[name]!;
      const raw = sentValue(source, name, property);
      if (raw === undefined) continue;
      const value = read(property, withoutBlankRows(property, raw, result), path === '' ? name : `${path}.${name}`);
      if (value !== undefined) result[name] = value;
    }
    return result;
  };

  /** Rows that say nothing are dropped where a sibling says that they don't matter: periods of a closed day. */
  const withoutBlankRows = (node: Node, raw: unknown, siblings: JsonObject): unknown => {
    const rule = node['x-blank-rows'];
    if (!rule || !Array.isArray(raw) || siblings[rule.dropWhere] !== rule.is) return raw;
    return raw.filter((row) => !isBlankRow(node.items, row));
  };

  /** The value in the schema's form; `undefined` where it is blank, which is noted as cleared. */
  const read = (node: Node, raw: unknown, path: string): unknown => {
    if (isBlank(raw)) {
      if (node['x-blank'] === 'judge') return '';
      cleared.push(path);
      return undefined;
    }
    const value = readForm(node, raw, path);
    // A list of nothing is as blank as the text that would list nothing.
    const empty = value === '' || (node.type === 'array' && Array.isArray(value) && value.length === 0);
    if (empty && node['x-blank'] !== 'judge') {
      cleared.push(path);
      return undefined;
    }
    return value;
  };

  const readForm = (node: Node, raw: unknown, path: string): unknown => {
    const reading = node['x-read'];
    switch (reading) {
      case undefined:
        return readPlain(node, raw, path);
      case 'flag':
        return readFlag(raw, node['x-flag'] ?? [false, true]);
      case 'array':
        return readItems(node, isObject(raw) ? [raw] : raw, path);
      case 'opaque':
        return raw;
      default:
        return readNamed(reading, raw);
    }
  };

  const readPlain = (node: Node, raw: unknown, path: string): unknown => {
    if (node.type === 'object') return isObject(raw) ? readObject(node, raw, path) : raw;
    if (node.type === 'array') return readItems(node, raw, path);
    if (node.type === 'integer' || node.type === 'number') return readNumber(raw);
    return readText(raw);
  };

  /** Reads each item. Arrays are replaced whole: nothing in them is cleared, and a row that says nothing is refused. */
  const readItems = (node: Node, raw: unknown, path: string): unknown => {
    if (!Array.isArray(raw) || raw.length > MOST_ITEMS) return raw;
    const marked = cleared.length;
    const items = raw.map((item) => (isBlank(item) ? item : readForm(node.items ?? {}, item, path)));
    cleared.length = marked;
    return items;
  };

  return { body: readObject(schema as Node, input, ''), cleared };
};
