/**
 * What a change of an item has changed, in a few hundred bytes: fields with their values, or their names alone. Pure.
 */
import { isDeepStrictEqual } from 'node:util';
import type { Item } from '../dynamodb/table/attributes.ts';
import { keyAttributes } from '../dynamodb/table/keys.ts';
import { markAttributes } from '../dynamodb/writes/marks.ts';
import { WRITER } from '../dynamodb/writes/writer.ts';
import type { FieldChange } from './repository/entry.ts';

/** What an item has of its place and its writes, and no field. */
const NO_FIELDS = new Set<string>([
  ...keyAttributes,
  ...markAttributes,
  ...['type', 'v', 'partnerId', 'version', 'bytes', 'quiet', 'loadedVersion', 'listingMark', 'changed', 'changedMark'],
  ...['closing', 'rounds', 'expiresAtSeconds', WRITER],
]);

/** Characters of a value; of a longer one those around the first difference are shown. */
export const LONGEST_VALUE = 80;
const BEFORE_DIFFERENCE = 20;
/** Bytes of all fields: with keys and writer an entry is one write unit then. What is beyond is counted. */
export const MOST_BYTES = 420;

type Fields = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** An object, also where the item keeps it as JSON text. */
const objectOf = (value: unknown): Fields | undefined => {
  if (isObject(value)) return value;
  if (typeof value !== 'string' || !value.startsWith('{')) return undefined;
  try {
    const parsed: unknown = JSON.parse(value);
    return isObject(parsed) ? parsed : undefined;
  } catch {
    return undefined;
  }
};

/** The fields of an item, those of objects one level down: `own.name`. */
const fieldsOf = (item: Item | undefined): Map<string, unknown> => {
  const fields = new Map<string, unknown>();
  for (const [name, value] of Object.entries(item ?? {})) {
    if (NO_FIELDS.has(name) || value === undefined || value === null) continue;
    const below = objectOf(value);
    if (!below) fields.set(name, value);
    else for (const [key, each] of Object.entries(below)) fields.set(`${name}.${key}`, each);
  }
  return fields;
};

/** As JSON text, in which the same value always reads the same: the table keeps no order of an object's fields. */
const textOf = (value: unknown): string =>
  JSON.stringify(value, (_, each: unknown) =>
    isObject(each) ? Object.fromEntries(Object.entries(each).sort(([a], [b]) => (a < b ? -1 : 1))) : each,
  );

const firstDifference = (a: string, b: string): number => {
  let at = 0;
  while (at < a.length && a[at] === b[at]) at++;
  return at;
};

/** A value as JSON text; of a long one what lies around `at`. */
const shown = (text: string | null, at: number): string | null => {
  if (text === null || text.length <= LONGEST_VALUE) return text;
  const start = Math.max(0, Math.min(at - BEFORE_DIFFERENCE, text.length - LONGEST_VALUE));
  const end = start + LONGEST_VALUE;
  const part = text.slice(start, end).toWellFormed();
  return `${start > 0 ? '…' : ''}${part}${end < text.length ? '…' : ''}`;
};

export interface Showing {
  readonly shows: 'values' | 'names';
  /** Of these, and what lies below them, names alone. */
  readonly unshown?: readonly string[];
}

const isUnder = (name: string, roots: readonly string[]): boolean =>
  roots.some((root) => name === root || name.startsWith(`${root}.`));

const bytesOf = (field: FieldChange): number => Buffer.byteLength(JSON.stringify(field)) + 1;

/** As many names as there is room for, then the values of those with the shortest ones. */
const fitted = (
  names: readonly string[],
  valuesOf: (name: string) => FieldChange | undefined,
): readonly FieldChange[] => {
  const fields = new Map<string, FieldChange>();
  let bytes = 2;
  for (const name of names) {
    const field = [name] as const;
    if (bytes + bytesOf(field) > MOST_BYTES) continue;
    fields.set(name, field);
    bytes += bytesOf(field);
  }
  const whole = [...fields.keys()].map(valuesOf).filter((field) => field !== undefined);
  for (const field of whole.toSorted((a, b) => bytesOf(a) - bytesOf(b))) {
    const added = bytesOf(field) - bytesOf([field[0]]);
    if (bytes + added > MOST_BYTES) break;
    fields.set(field[0], field);
    bytes += added;
  }
  return [...fields.values()];
};

/**
 * The fields that differ, by name; of a new record none, and of a deleted one all that it had.
 *
 * @returns `undefined` where no field differs
 */
export const changedFields = (
  before: Item | undefined,
  after: Item | undefined,
  { shows, unshown = [] }: Showing,
): { readonly fields: readonly FieldChange[]; readonly more: number } | undefined => {
  if (!before || (!after && shows === 'names')) return { fields: [], more: 0 };
  const [old, fresh] = [fieldsOf(before), fieldsOf(after)];
  const names = [...new Set([...old.keys(), ...fresh.keys()])]
    .filter((name) => !isDeepStrictEqual(old.get(name), fresh.get(name)))
    .sort();
  if (names.length === 0 && after) return undefined;
  const valuesOf = (name: string): FieldChange => {
    const [a, b] = [old, fresh].map((values) => (values.has(name) ? textOf(values.get(name)) : null));
    const at = a && b ? firstDifference(a, b) : 0;
    return [name, shown(a ?? null, at), shown(b ?? null, at)];
  };
  const hasValues = (name: string) => shows === 'values' && !isUnder(name, unshown);
  const fields = fitted(names, (name) => (hasValues(name) ? valuesOf(name) : undefined));
  return { fields, more: names.length - fields.length };
};
