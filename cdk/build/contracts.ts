/**
 * Contracts as functions need them: without what only documents say of an operation. They are values, so that a build can
 * read them and write down what is left; what is the same object in several places stays one.
 */
import { readFile } from 'node:fs/promises';
import { pathToFileURL } from 'node:url';
import type { Plugin } from 'esbuild';

const CONTRACT = /\/lib\/(?:[a-z-]+\/contracts\/[a-z-]+|contract\/(?:later-)?error-rows)\.ts$/;
const DATA = /\/lib\/catalog\/[a-z-]+\.json$/;
/** What is made of a catalogue when a bundle is built. */
const MADE_OF_DATA = /\/lib\/catalog\/category-parts\.ts$/;

/** The fields of a contract and of its schemas that no function reads. */
const OF_CONTRACT = new Set([
  'summary',
  'description',
  'tag',
  'reply',
  'errors',
  'access',
  'secrets',
  'bodyIdentifiers',
  'lasting',
  'pagedBy',
]);
const OF_SCHEMA = new Set([
  ...['description', 'title', 'examples', 'example', 'format', 'default'],
  // Judged by the compiled code.
  ...['pattern', 'not', 'required', 'minLength', 'maxLength', 'minItems', 'maxItems', 'minimum', 'maximum'],
]);

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;
const isContract = (value: Record<string, unknown>): boolean => 'method' in value && 'reply' in value;

/** The fields of an object that are left. Below `properties` every name is that of a field. */
const fieldsOf = (value: Record<string, unknown>, holdsFields: boolean): [string, unknown][] => {
  const dropped = isContract(value) ? OF_CONTRACT : OF_SCHEMA;
  // Of a parameter it is a flag, by which one that is left out is read.
  const isKept = (name: string, each: unknown) => holdsFields || !dropped.has(name) || each === true;
  return Object.entries(value).filter(([name, each]) => each !== undefined && isKept(name, each));
};

const FIELD_MAPS = new Set(['properties', 'pathParameters', 'query', 'headers', 'x-errors']);

/** What is left of a value without what only documents say of it, as JSON: alike for values that say the same. */
export const leftOf = (value: unknown, holdsFields = false): string => {
  if (!isObject(value)) return JSON.stringify(value) ?? 'undefined';
  if (Array.isArray(value)) return `[${value.map((each) => leftOf(each, false)).join(',')}]`;
  const fields = fieldsOf(value, holdsFields).map(
    ([name, each]) => `${JSON.stringify(name)}:${leftOf(each, FIELD_MAPS.has(name))}`,
  );
  return `{${fields.join(',')}}`;
};

/** In the order of their names: as they come is decided by whoever imports the module, and a bundle is the same for all. */
const exportsOf = (module: Readonly<Record<string, unknown>>): readonly [string, unknown][] =>
  Object.entries(module).sort(([a], [b]) => (a < b ? -1 : 1));

/** A shorter text costs less than a name. */
const SHORTEST_SHARED = 12;

/** The source text of a module that exports these values. What says the same in several places is one object. */
export const moduleOf = (module: Readonly<Record<string, unknown>>): string => {
  const exports = exportsOf(module);
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

/** Marked as pure: what no function imports is left out. */
const parsedText = (data: unknown): string => `/* @__PURE__ */JSON.parse(${JSON.stringify(JSON.stringify(data))})`;

/** Rows of flat fields, none of which is null. */
const isTable = (data: unknown): data is readonly Record<string, unknown>[] =>
  Array.isArray(data) &&
  data.length > 0 &&
  data.every((row) => isObject(row) && !Array.isArray(row) && Object.values(row).every((value) => value !== null));

/** Makes rows of a table: the names of its fields, and the values of each row, with null for what it lacks. */
const ROWS_OF = [
  'const rowsOf=(names,rows)=>rows.map((values)=>{const row={};',
  'values.forEach((value,index)=>{if(value!==null)row[names[index]]=value});return row});',
].join('');

/** The source text of a table's rows, which has each name of a field once. */
const tableText = (rows: readonly Record<string, unknown>[]): string => {
  const counts = Map.groupBy(rows.flatMap(Object.keys), (name) => name);
  // What few rows have comes last: it is left off the others.
  const names = [...counts].sort(([, a], [, b]) => b.length - a.length).map(([name]) => name);
  const values = rows.map((row) =>
    names.slice(0, names.findLastIndex((name) => name in row) + 1).map((name) => row[name] ?? null),
  );
  return `/* @__PURE__ */rowsOf(${JSON.stringify(names)},${parsedText(values)})`;
};

/**
 * The source text of a module of data, by the names of its exports. As JSON text it is read several times as fast as the same
 * written as code, and a table is half as long without the names of its fields.
 */
export const dataModule = (module: Readonly<Record<string, unknown>>): string => {
  const texts = exportsOf(module).map(([name, data]) => {
    const text = isTable(data) ? tableText(data) : parsedText(data);
    return name === 'default' ? `export default ${text};` : `export const ${name}=${text};`;
  });
  return [ROWS_OF, ...texts].join('\n');
};

/**
 * For esbuild: contracts without their documentation, the errors that are used as they are answered, and catalogues as JSON
 * text.
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
