/**
 * Numbers that name or belong to a record are written in a data file as numbers, in plain digits: `"700100"`, `7001e2` and
 * `700100.0` are more likely a slip of whatever wrote the file than what it meant (docs/data-files.md).
 */
import { isObject, type JsonObject } from '../../../lib/contract/coercion.ts';
import type { Schema } from '../../../lib/contract/operation.ts';

type Sources = Map<string, string>;
type Reviver = (this: object, key: string, value: unknown, context: { readonly source?: string }) => unknown;

/** Only such a number can print otherwise than it came; texts that look alike cost no more than a slower parse. */
const SUSPICIOUS = /[0-9](?:\.[0-9]|[eE])|[0-9]{16}|-0/;

/** A line with its numbers that do not print as they came, by the object in which they stand. */
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

/** What is counted or rated is no number of a record: `rating` may be text, as in a request. */
const isOfRecord = (name: string, schema: unknown): boolean =>
  isObject(schema) && (schema.type === 'integer' || (schema.type === 'number' && name === 'bid'));

/** The fields of a line's schema that are numbers of the record: its own, and the id of the record inside it. */
const numbersOf = (schema: Schema): readonly (readonly string[])[] =>
  Object.entries((schema as { readonly properties?: JsonObject }).properties ?? {}).flatMap(([name, field]) => {
    if (isOfRecord(name, field)) return [[name]];
    const inside = isObject(field) && isObject(field.properties) ? field.properties.id : undefined;
    return isOfRecord('id', inside) ? [[name, 'id']] : [];
  });

const valueAt = (value: unknown, path: readonly string[]): unknown =>
  path.reduce((at: unknown, name) => (isObject(at) && Object.hasOwn(at, name) ? at[name] : undefined), value);

/**
 * The first number of a record that is written as text, or in another way than in plain digits.
 *
 * @param text - the line, which holds JSON
 * @param sent - the same, parsed
 * @returns what is wrong with it, naming the field; `undefined` where all are as they should be
 */
export const misspelledNumber = (schema: Schema, text: string, sent: JsonObject): string | undefined => {
  const paths = numbersOf(schema);
  const isText = (path: readonly string[]) => {
    const value = valueAt(sent, path);
    // A blank one is missing, and text that is no number is refused by the schema.
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
