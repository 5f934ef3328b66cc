/**
 * Normalizes a JSON body as real clients send it to the types of its schema (docs/decisions.md: coercion), guided by
 * the schema alone. A value that it can't read stays as sent, for the schema to refuse. Pure.
 */
import type { Reading } from './atoms.ts';
import { NumberText } from './number-text.ts';
import { fieldsOfSchema, type Plan } from './plan.ts';
import {
  isObject,
  type JsonObject,
  MOST_ITEMS,
  readChoice,
  readFlag,
  readNamed,
  readNumber,
  readOptOut,
  readText,
} from './readings.ts';
import { isBlank } from './text.ts';

export { isObject, type JsonObject, listOf, objectOf } from './readings.ts';

/** The normalized body without unknown and blank fields, and the paths of the fields that were sent blank. */
export interface Normalized {
  readonly body: JsonObject;
  readonly cleared: readonly string[];
}

const numberOf = (name: string): number => Number(/[0-9]+/.exec(name)?.[0]);

/** The values of a list's numbered fields (`additionalCategory2`), in the order of their numbers. */
const numberedFields = (source: JsonObject, pattern: RegExp): readonly unknown[] => {
  const names: string[] = [];
  for (const name in source) if (pattern.test(name)) names.push(name);
  return names.sort((a, b) => numberOf(a) - numberOf(b)).map((name) => source[name]);
};

/** Appends the numbered fields to a list. A single blank one is ignored; several that are all blank clear the list. */
const withNumbered = (value: unknown, numbered: readonly unknown[], reading: 'list' | 'names'): unknown => {
  if (numbered.length === 0) return value;
  if (value === undefined && numbered.length === 1 && isBlank(numbered[0])) return undefined;
  const listed = value === undefined ? [] : readNamed(reading, value);
  return Array.isArray(listed) ? [...listed, ...numbered] : listed;
};

/** The raw value of a field under any of its names; `undefined` where it was not sent. */
const sentValue = (source: JsonObject, { name, names, isSpread, numbered, kind }: Plan): unknown => {
  if (!isSpread) return Object.hasOwn(source, name) ? source[name] : undefined;
  const sent = names.filter((each) => Object.hasOwn(source, each));
  const best = sent.find((each) => !isBlank(source[each])) ?? sent[0];
  const value = best === undefined ? undefined : source[best];
  return numbered ? withNumbered(value, numberedFields(source, numbered), kind === 'list' ? 'list' : 'names') : value;
};

/** Whether a row of an array is blank: the row itself, or all its fields. */
const isBlankRow = (fields: readonly Plan[], row: unknown): boolean =>
  isBlank(row) || (isObject(row) && fields.every(({ name }) => !Object.hasOwn(row, name) || isBlank(row[name])));

/** Drops blank rows where a sibling field makes them irrelevant, such as the periods of a closed day. */
const withoutBlankRows = ({ blankRows, items }: Plan, raw: unknown, siblings: JsonObject): unknown =>
  blankRows && Array.isArray(raw) && siblings[blankRows.dropWhere] === blankRows.is
    ? raw.filter((row) => !isBlankRow(items?.fields ?? [], row))
    : raw;

/** Whether the values of earlier fields allow this one; otherwise it is ignored like an unknown field. */
const isMeant = ({ onlyWhere }: Plan, ahead: JsonObject): boolean =>
  onlyWhere?.is.includes(ahead[onlyWhere.field]) ?? true;

/** The paths of the fields that were sent blank; `undefined` inside an array, as arrays are replaced entirely. */
type Cleared = string[] | undefined;

const readObject = (fields: readonly Plan[], source: JsonObject, cleared: Cleared): JsonObject => {
  const result: JsonObject = {};
  for (const field of fields) {
    const raw = isMeant(field, result) ? sentValue(source, field) : undefined;
    const value = raw === undefined ? field.missing : read(field, withoutBlankRows(field, raw, result), cleared);
    if (value !== undefined) result[field.name] = value;
  }
  return result;
};

/** The value in the schema's type; `undefined` if it is blank, in which case its path is added to `cleared`. */
const read = (field: Plan, raw: unknown, cleared: Cleared): unknown => {
  if (field.keepsNull && (raw === null || (typeof raw === 'string' && raw.trim() === 'null'))) return null;
  if (field.keepsNull && field.isArray && isBlank(raw) && !Array.isArray(raw)) return null;
  const isSent = !isBlank(raw) && !(field.isBlankList && Array.isArray(raw) && raw.length === 0);
  // An empty list is as blank as empty text. A blank list that must be checked is checked as an empty one.
  const value = isSent ? readForm(field, raw, cleared) : field.isArray ? [] : '';
  const isEmpty = value === '' || (field.isArray && Array.isArray(value) && value.length === 0);
  if (!isEmpty || field.checksBlank) return value;
  cleared?.push(field.path);
  return undefined;
};

/** A value that was to be an object: a schema would take the source text of a number for one. */
const noNumberText = (raw: unknown): unknown => (raw instanceof NumberText ? Number(raw.source) : raw);

const readForm = (field: Plan, sent: unknown, cleared: Cleared): unknown => {
  const { kind, isObject: wantsObject, items } = field;
  const raw = wantsObject ? noNumberText(sent) : sent;
  switch (kind) {
    case 'text':
      return readText(raw);
    case 'number':
      return readNumber(raw);
    case 'object':
      return isObject(raw) ? readObject(field.fields, raw, cleared) : raw;
    case 'items':
      return readItems(field, raw);
    case 'array':
      return readItems(field, isObject(raw) ? [raw] : raw);
    case 'map':
      return readMap(field, raw);
    case 'flag':
      return readFlag(raw, field.flag);
    case 'opt-out':
      return readOptOut(raw);
    case 'choice':
      return readChoice(raw, field.listed);
    case 'opaque':
      return items?.isObject && Array.isArray(raw) ? raw.map(noNumberText) : raw;
    default:
      return withChoices(field, readNamed(kind, raw));
  }
};

/** The items of a list that are choices, in the field's own spelling. */
const withChoices = ({ items }: Plan, value: unknown): unknown =>
  items?.kind === 'choice' && Array.isArray(value) ? value.map((item) => readChoice(item, items.listed)) : value;

/** Reads each item. A blank row stays, for the schema to refuse. */
const readItems = ({ items }: Plan, raw: unknown): unknown =>
  items && Array.isArray(raw) && raw.length <= MOST_ITEMS
    ? raw.map((item) => (isBlank(item) ? item : readForm(items, item, undefined)))
    : raw;

/** Reads the value of each name. */
const readMap = ({ items }: Plan, raw: unknown): unknown => {
  if (!items || !isObject(raw)) return raw;
  const readValue = (value: unknown): unknown => {
    if (isBlank(value)) return items.isArray ? [] : '';
    return readForm(items, value, undefined);
  };
  return Object.fromEntries(Object.entries(raw).map(([name, value]) => [name, readValue(value)]));
};

/** Normalizes `input`, a JSON object, by the schema of an object. Opaque objects stay as sent. */
export const normalize = (schema: unknown, input: JsonObject): Normalized => {
  if ((schema as { readonly 'x-read'?: Reading })['x-read'] === 'opaque') return { body: input, cleared: [] };
  const cleared: string[] = [];
  return { body: readObject(fieldsOfSchema(schema), input, cleared), cleared };
};
