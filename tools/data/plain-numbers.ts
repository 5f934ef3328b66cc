/**
 * Checks that numbers that identify a record, or belong to it, are plain digits in a data file. `"700100"`, `7001e2`
 * and `700100.0` are more likely a mistake of the program that wrote the file (docs/data-files.md).
 */
import { identifier } from '../../lib/contract/atoms.ts';
import { isObject, type JsonObject } from '../../lib/contract/coercion.ts';
import type { Schema } from '../../lib/contract/operation.ts';

type Sources = Map<string, string>;
type Reviver = (this: object, key: string, value: unknown, context: { readonly source?: string }) => unknown;

/**
 * Only such a number can print differently than it was written. A text that looks alike costs only a slower parse; a phone
 * number (`555-0101`) does not.
 */
const SUSPICIOUS = /[0-9](?:\.[0-9]|[eE])|[0-9]{16}|[:,[\s]-0/;

/**
 * Parses a line. Returns also its numbers that print differently than they were written, by the object that contains
 * them.
 */
const parseNoting = (text: string) => {
  const odd = new WeakMap<object, Sources>();
  const note: Reviver = function (key, value, { source }) {
    if (typeof value === 'number' && source !== undefined && source !== String(value)) {
      const sources = odd.get(this) ?? new Map<string, string>();
      odd.set(this, sources.set(key, source));
    }
    return value;
  };
  const line: unknown = JSON.parse(text, note as (key: string, value: unknown) => unknown);
  return { line, odd };
};

type Path = readonly string[];

/** At the end of a path: each row of a list. */
const ROWS = '[]';

interface Node {
  readonly type?: unknown;
  readonly format?: unknown;
  readonly properties?: Readonly<Record<string, Node>>;
  readonly items?: Node;
}

/** Numbers of records have the format of `identifier`. A count, a rating or a time may be text, as in a request. */
const isOfRecord = (name: string, { type, format }: Node): boolean =>
  (type === 'integer' && format === identifier.format) || (type === 'number' && name === 'bid');

/** The fields of an object that are lists of numbers: of locations, or of ids that were drawn. */
const listsIn = ({ properties = {} }: Node): readonly Path[] =>
  Object.entries(properties).flatMap(([name, { items }]) => (items && isOfRecord('', items) ? [[name, ROWS]] : []));

/** The fields of a line's schema that are numbers of the record: its own, and the id and the lists of the record inside it. */
const findNumbers = (schema: Node): readonly Path[] => [
  ...listsIn(schema),
  ...Object.entries(schema.properties ?? {}).flatMap(([name, field]): readonly Path[] => {
    if (isOfRecord(name, field)) return [[name]];
    const { id } = field.properties ?? {};
    const own = id && isOfRecord('id', id) ? [[name, 'id']] : [];
    return [...own, ...listsIn(field).map((path) => [name, ...path])];
  }),
];

const found = new Map<Schema, readonly Path[]>();
const numbersOf = (schema: Schema): readonly Path[] => {
  const paths = found.get(schema) ?? findNumbers(schema as Node);
  found.set(schema, paths);
  return paths;
};

/** A value that a path leads to: what holds it, under which name, and where it is. */
interface Place {
  readonly holder: object;
  readonly key: string;
  readonly at: string;
}

/** The places that a path leads to, in order. */
const placesOf = (holder: unknown, [name, ...rest]: Path, above = ''): readonly Place[] => {
  if (name === ROWS)
    return Array.isArray(holder)
      ? [...holder.keys()].map((row) => ({ holder, key: String(row), at: `${above}[${row}]` }))
      : [];
  if (name === undefined || !isObject(holder) || !Object.hasOwn(holder, name)) return [];
  const at = above === '' ? name : `${above}.${name}`;
  return rest.length === 0 ? [{ holder, key: name, at }] : placesOf(holder[name], rest, at);
};

/**
 * Finds the first number of a record that is text, or is not written in plain digits.
 *
 * @param text - the line, which holds JSON
 * @param sent - the same, parsed
 * @returns what is wrong with it, naming the field; `undefined` if all are valid
 */
export const misspelledNumber = (schema: Schema, text: string, sent: JsonObject): string | undefined => {
  const paths = numbersOf(schema);
  const isText = ({ holder, key }: Place) => {
    const value = (holder as JsonObject)[key];
    // A blank text counts as missing, and the schema has refused text that is not a number.
    return typeof value === 'string' && value.trim() !== '';
  };
  const asText = paths.flatMap((path) => placesOf(sent, path)).find(isText);
  if (asText) return `${asText.at} must be a number, not text`;
  if (!SUSPICIOUS.test(text)) return undefined;
  const { line, odd } = parseNoting(text);
  const misspelled = paths.flatMap((path) => placesOf(line, path)).find(({ holder, key }) => odd.get(holder)?.has(key));
  return misspelled && `${misspelled.at} must be written in plain digits`;
};
