/** Reads one line of a data file (docs/data-files.md): returns its content, or why it is refused. */
import { compile } from '../../cdk/build/validators.ts';
import { brokenTexts } from '../../lib/contract/broken-text.ts';
import { isObject, type JsonObject, normalize } from '../../lib/contract/coercion.ts';
import { NumberText, parseJson } from '../../lib/contract/number-text.ts';
import { type Validate, violationOf } from '../../lib/contract/violations.ts';
import { shapeOf } from '../../lib/http/body/guard.ts';
import { TOO_LONG } from './file-lines.ts';
import { type Line, type LineKind, type Refused, refused } from './lines/line.ts';
import { lineKinds } from './lines/lines.ts';
import { misspelledNumber } from './plain-numbers.ts';
import { isRepeated, repeatedName } from './repeated-names.ts';
import { notAField, unknownName } from './unknown-names.ts';

/** The content of a line. */
export type Reading = { readonly line: Line; readonly pass: LineKind['pass'] } | Refused;

const parse = (text: string): unknown => {
  try {
    return parseJson(text);
  } catch {
    return undefined;
  }
};

/** Converts numbers in values that are stored as they come: `12.0` becomes 12. */
const withNumbers = (value: unknown): unknown => {
  if (value instanceof NumberText) return Number(value.source);
  if (Array.isArray(value)) return value.map(withNumbers);
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, withNumbers(each)]));
};

const kinds = new Map(lineKinds.map((kind) => [kind.name ?? kind.entity.type, kind]));
const validators = new Map<LineKind, Validate>();

/** Compiled on first use: the largest schema takes a tenth of a second. */
const validatorOf = (kind: LineKind): Validate => {
  const validate = validators.get(kind) ?? compile(kind.schema);
  validators.set(kind, validate);
  return validate;
};

/** Why a line of a kind is refused for its texts and names; `undefined` if it isn't. */
const namesProblem = (kind: LineKind, text: string, sent: JsonObject): string | undefined => {
  const broken = brokenTexts(text, kind.repairs ? { ...sent, [kind.repairs]: undefined } : sent, 'The line');
  if (broken) return broken.violations[0]!.error.message;
  const unknown = unknownName(kind.schema, sent);
  return unknown === undefined ? undefined : notAField(unknown, kind.name ?? kind.entity.type);
};

interface Read {
  readonly text: string;
  readonly sent: JsonObject;
  readonly body: JsonObject;
}

/** Why it is refused for its values. */
const valuesProblem = (kind: LineKind, { text, sent, body }: Read): string | undefined => {
  const validate = validatorOf(kind);
  if (!validate(body)) {
    const [error] = validate.errors ?? [];
    return error ? violationOf(kind.schema, error).error.message : 'not valid';
  }
  return misspelledNumber(kind.schema, text, sent);
};

/** @param options.isChecked - of a line that was read before, and not refused */
export const readRecord = (text: string, { isChecked = false } = {}): Reading => {
  if (text === TOO_LONG) return refused('has 16 MB or more');
  const { problem: tooDeep } = isChecked ? {} : shapeOf(text, Number.POSITIVE_INFINITY);
  if (tooDeep !== undefined) return refused(tooDeep);
  const sent = parse(text);
  if (!isObject(sent)) return refused('not a JSON object');
  const repeated = isChecked ? undefined : repeatedName(text);
  if (repeated !== undefined) return refused(isRepeated(repeated));
  const kind = typeof sent.type === 'string' ? kinds.get(sent.type) : undefined;
  if (!kind) return refused(`unknown type ${JSON.stringify(sent.type) ?? '(none)'}`);
  const problem = isChecked ? undefined : namesProblem(kind, text, sent);
  if (problem !== undefined) return refused(problem);
  const body = withNumbers(normalize(kind.schema, sent).body) as JsonObject;
  const invalid = isChecked ? undefined : valuesProblem(kind, { text, sent, body });
  if (invalid !== undefined) return refused(invalid);
  const line = kind.read(body, sent);
  return 'refused' in line ? line : { line, pass: kind.pass };
};
