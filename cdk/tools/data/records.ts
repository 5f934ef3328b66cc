/** Reads one line of a data file (docs/data-files.md): to what it says, or to the reason why it is refused. */
import { brokenText } from '../../../lib/contract/broken-text.ts';
import { isObject, type JsonObject, normalize } from '../../../lib/contract/coercion.ts';
import { NumberText, parseJson } from '../../../lib/contract/number-text.ts';
import { type Validate, violationOf } from '../../../lib/contract/violations.ts';
import { compile } from '../../build/validators.ts';
import { type Line, type LineKind, type Refused, refused } from './lines/line.ts';
import { lineKinds } from './lines/lines.ts';
import { misspelledNumber } from './plain-numbers.ts';

/** What a line holds. */
export type Reading = { readonly line: Line; readonly pass: LineKind['pass'] } | Refused;

const parse = (text: string): unknown => {
  try {
    return parseJson(text);
  } catch {
    return undefined;
  }
};

/** What is kept as it comes holds numbers, however they were written: `12.0` is 12. */
const withNumbers = (value: unknown): unknown => {
  if (value instanceof NumberText) return Number(value.source);
  if (Array.isArray(value)) return value.map(withNumbers);
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, withNumbers(each)]));
};

const kinds = new Map(lineKinds.map((kind) => [kind.entity.type, kind]));
const validators = new Map<LineKind, Validate>();

/** Compiled on first need: the largest schema takes a tenth of a second. */
const validatorOf = (kind: LineKind): Validate => {
  const validate = validators.get(kind) ?? compile(kind.schema);
  validators.set(kind, validate);
  return validate;
};

export const readRecord = (text: string): Reading => {
  const sent = parse(text);
  if (!isObject(sent)) return refused('not a JSON object');
  const kind = typeof sent.type === 'string' ? kinds.get(sent.type) : undefined;
  if (!kind) return refused(`unknown type ${JSON.stringify(sent.type) ?? '(none)'}`);
  const broken = brokenText(text, kind.mends ? { ...sent, [kind.mends]: undefined } : sent, 'The line');
  if (broken !== undefined) return refused(broken);
  const body = withNumbers(normalize(kind.schema, sent).body) as JsonObject;
  const validate = validatorOf(kind);
  if (!validate(body)) {
    const [error] = validate.errors ?? [];
    return refused(error ? violationOf(kind.schema, error).error.message : 'not valid');
  }
  const misspelled = misspelledNumber(kind.schema, text, sent);
  if (misspelled !== undefined) return refused(misspelled);
  const line = kind.read(body, sent);
  return 'refused' in line ? line : { line, pass: kind.pass };
};
