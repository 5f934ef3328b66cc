/**
 * Reduces contracts to what functions need: documentation is left out. Contracts are values, so a build can import them
 * and write down the rest. An object that several contracts share stays one object. An export that can't be written down
 * is left out, and a build that needs it fails (`settings` in `bundle.ts`).
 */
import { readFile } from 'node:fs/promises';
import { pathToFileURL } from 'node:url';
import type { Plugin } from 'esbuild';
import { LEFT_OUT } from '../../lib/contract/deployed.ts';

const CONTRACT = /\/lib\/(?:[a-z-]+\/contracts\/[a-z-]+|contract\/(?:later-)?error-rows)\.ts$/;
const DATA = /\/lib\/catalog\/[a-z-]+\.json$/;
/** A module whose values are computed from a catalogue at build time. */
const MADE_OF_DATA = /\/lib\/catalog\/(?:category|term)-files\.ts$/;

/** The fields of a contract and of its schemas that no function reads. */
const OF_CONTRACT: ReadonlySet<string> = new Set(LEFT_OUT);
const OF_SCHEMA = new Set([
  ...['description', 'title', 'examples', 'example', 'format', 'default'],
  // The compiled validators check these. `maxItems` stays, for `lib/contract/long-lists.ts`.
  ...['pattern', 'not', 'required', 'minLength', 'maxLength', 'minItems', 'minimum', 'maximum'],
  'dependentRequired',
  // For the document, or for forms (`cdk/build/form.ts`).
  ...['x-one-of', 'x-limits', 'x-any-number'],
]);

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;
const isContract = (value: Record<string, unknown>): boolean => 'method' in value && 'reply' in value;

/** The fields of an object that are kept. Below `properties` each key is the name of a field, not a keyword. */
const fieldsOf = (value: Record<string, unknown>, holdsFields: boolean): [string, unknown][] => {
  const dropped = isContract(value) ? OF_CONTRACT : OF_SCHEMA;
  // On a parameter `required` is a flag, which the reading of an omitted parameter needs.
  const isKept = (name: string, each: unknown) => holdsFields || !dropped.has(name) || each === true;
  return Object.entries(value).filter(([name, each]) => each !== undefined && isKept(name, each));
};

const FIELD_MAPS = new Set(['properties', 'pathParameters', 'query', 'headers', 'x-errors']);

/** Whether JSON keeps a value without its documentation. It loses functions, dates and sets. */
const isWritable = (value: unknown, holdsFields = false): boolean => {
  if (!isObject(value))
    return value === null || typeof value === 'string' || typeof value === 'boolean' || Number.isFinite(value);
  if (Array.isArray(value)) return value.every((each) => isWritable(each));
  return (
    Object.getPrototypeOf(value) === Object.prototype &&
    fieldsOf(value, holdsFields).every(([name, each]) => isWritable(each, FIELD_MAPS.has(name)))
  );
};

/** A value without its documentation, as JSON. Two values that differ only in documentation give the same text. */
export const leftOf = (value: unknown, holdsFields = false): string => {
  if (!isObject(value)) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map((each) => leftOf(each, false)).join(',')}]`;
  const fields = fieldsOf(value, holdsFields).map(
    ([name, each]) => `${JSON.stringify(name)}:${leftOf(each, FIELD_MAPS.has(name))}`,
  );
  return `{${fields.join(',')}}`;
};

/** Sorted by name: the order of a module's exports depends on who imports it, and a bundle must be reproducible. */
const exportsOf = (module: Readonly<Record<string, unknown>>): readonly [string, unknown][] =>
  Object.entries(module).sort(([a], [b]) => (a < b ? -1 : 1));

/** A variable for a shorter text would cost more than it saves. */
const SHORTEST_SHARED = 12;

/** The source text of a module that exports those of these values that JSON keeps. Equal objects are written once. */
export const moduleOf = (module: Readonly<Record<string, unknown>>): string => {
  const exports = exportsOf(module).filter(([, value]) => isWritable(value));
  const uses = new Map<string, number>();
  const count = (value: unknown, holdsFields: boolean): void => {
    if (!isObject(value)) return;
    const left = leftOf(value, holdsFields);
    const before = uses.get(left) ?? 0;
    uses.set(left, before + 1);
    if (before > 0) return;
    if (Array.isArray(value)) for (const each of value) count(each, false);
    else for (const [name, each] of fieldsOf(value, holdsFields)) count(each, FIELD_MAPS.has(name));
  };
  for (const [, value] of exports) count(value, false);

  const names = new Map<string, string>();
  const lines: string[] = [];
  const text = (value: unknown, holdsFields: boolean): string => {
    const left = leftOf(value, holdsFields);
    if (!isObject(value)) return left;
    const known = names.get(left);
    if (known) return known;
    const source = Array.isArray(value)
      ? `[${value.map((each) => text(each, false)).join(',')}]`
      : `{${fieldsOf(value, holdsFields)
          .map(([name, each]) => `${JSON.stringify(name)}:${text(each, FIELD_MAPS.has(name))}`)
          .join(',')}}`;
    if (uses.get(left)! < 2 || left.length < SHORTEST_SHARED) return source;
    const name = `shared${names.size}`;
    names.set(left, name);
    lines.push(`const ${name}=${source};`);
    return name;
  };
  for (const [name, value] of exports) lines.push(`export const ${name}=${text(value, false)};`);
  return lines.join('\n');
};

/** Marked as pure, so that esbuild drops it where no function imports it. */
const parsedText = (data: unknown): string => `/* @__PURE__ */JSON.parse(${JSON.stringify(JSON.stringify(data))})`;

/** Whether the data is a list of flat rows without null. */
const isTable = (data: unknown): data is readonly Record<string, unknown>[] =>
  Array.isArray(data) &&
  data.length > 0 &&
  data.every((row) => isObject(row) && !Array.isArray(row) && Object.values(row).every((value) => value !== null));

/** Builds rows from a table: the names of its fields, and the values of each row, with null for a missing field. */
const ROWS_OF = [
  'const rowsOf=(names,rows)=>rows.map((values)=>{const row={};',
  'values.forEach((value,index)=>{if(value!==null)row[names[index]]=value});return row});',
].join('');

/** The source text of a table's rows, which contains each field name once. */
const tableText = (rows: readonly Record<string, unknown>[]): string => {
  const counts = Map.groupBy(rows.flatMap(Object.keys), (name) => name);
  // Rare fields come last, so that most rows can leave them off.
  const names = [...counts].sort(([, a], [, b]) => b.length - a.length).map(([name]) => name);
  const values = rows.map((row) =>
    names.slice(0, names.findLastIndex((name) => name in row) + 1).map((name) => row[name] ?? null),
  );
  return `/* @__PURE__ */rowsOf(${JSON.stringify(names)},${parsedText(values)})`;
};

/**
 * The source text of a data module, by the names of its exports. Parsing JSON text is several times as fast as parsing
 * the same data as code, and a table is half as long without repeated field names.
 */
export const dataModule = (module: Readonly<Record<string, unknown>>): string => {
  const texts = exportsOf(module).map(([name, data]) => {
    const text = isTable(data) ? tableText(data) : parsedText(data);
    return name === 'default' ? `export default ${text};` : `export const ${name}=${text};`;
  });
  return [ROWS_OF, ...texts].join('\n');
};

/**
 * An esbuild plugin that bundles contracts without their documentation, errors in the form in which they are sent, and
 * catalogues as JSON text.
 */
export const contractsPlugin = (): Plugin => ({
  name: 'contracts',
  setup(build) {
    build.onLoad({ filter: CONTRACT }, async ({ path }) => ({
      contents: moduleOf(await import(pathToFileURL(path).href)),
      loader: 'js',
    }));
    build.onLoad({ filter: DATA }, async ({ path }) => ({
      contents: dataModule({ default: JSON.parse(await readFile(path, 'utf8')) }),
      loader: 'js',
    }));
    build.onLoad({ filter: MADE_OF_DATA }, async ({ path }) => ({
      contents: dataModule(await import(pathToFileURL(path).href)),
      loader: 'js',
    }));
  },
});
