/**
 * Checks that numbers that identify a record, or belong to it, are plain digits in a data file. `"700100"`, `7001e2`
 * and `700100.0` are more likely a mistake of the program that wrote the file (docs/data-files.md).
 */
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

/** A count or a rating is no number of a record: `rating` may be text, as in a request. */
const isOfRecord = (name: string, schema: unknown): boolean =>
  isObject(schema) && (schema.type === 'integer' || (schema.type === 'number' && name === 'bid'));

type Paths = readonly (readonly string[])[];

/** The fields of a line's schema that are numbers of the record: its own, and the id of the record inside it. */
const findNumbers = (schema: Schema): Paths =>
  Object.entries((schema as { readonly properties?: JsonObject }).properties ?? {}).flatMap(([name, field]) => {
    if (isOfRecord(name, field)) return [[name]];
    const inside = isObject(field) && isObject(field.properties) ? field.properties.id : undefined;
    return isOfRecord('id', inside) ? [[name, 'id']] : [];
  });

const found = new Map<Schema, Paths>();
const numbersOf = (schema: Schema): Paths => {
  const paths = found.get(schema) ?? findNumbers(schema);
  found.set(schema, paths);
  return paths;
};

const valueAt = (value: unknown, path: readonly string[]): unknown =>
  path.reduce((at: unknown, name) => (isObject(at) && Object.hasOwn(at, name) ? at[name] : undefined), value);

/**
 * Finds the first number of a record that is text, or is not written in plain digits.
 *
 * @param text - the line, which holds JSON
 * @param sent - the same, parsed
 * @returns what is wrong with it, naming the field; `undefined` if all are valid
 */
export const misspelledNumber = (schema: Schema, text: string, sent: JsonObject): string | undefined => {
  const paths = numbersOf(schema);
  const isText = (path: readonly string[]) => {
    const value = valueAt(sent, path);
    // A blank text counts as missing, and the schema refuses text that is not a number.
    return typeof value === 'string' && value.trim() !== '' && Number.isFinite(Number(value));
  };
  const asText = paths.find(isText);
  if (asText) return `${asText.join('.')} must be a number, not text`;
  if (!SUSPICIOUS.test(text)) return undefined;
  const { line, odd } = parseNoting(text);
  const misspelled = paths.find((path) => {
    const holder = valueAt(line, path.slice(0, -1));
    return isObject(holder) && odd.get(holder)?.has(path.at(-1)!);
  });
  return misspelled && `${misspelled.join('.')} must be written in plain digits`;
};
