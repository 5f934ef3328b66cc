/** Reads one line of a data file (docs/data-files.md): to what it says, or to the reason why it is refused. Pure. */
import { isObject, normalize } from '../../../lib/contract/coercion.ts';
import { parseJson } from '../../../lib/contract/number-text.ts';
import { type Validate, violationOf } from '../../../lib/contract/violations.ts';
import { type Line, type LineKind, type Refused, refused } from './lines/line.ts';
import { lineKinds } from './lines/lines.ts';

/** What a line holds. */
export type Reading = { readonly line: Line; readonly pass: LineKind['pass'] } | Refused;

const parse = (text: string): unknown => {
  try {
    return parseJson(text);
  } catch {
    return undefined;
  }
};

/** @param compile - compiles a schema; done once for each kind of line */
export const recordReader = (compile: (schema: unknown) => Validate): ((text: string) => Reading) => {
  const kinds = new Map(lineKinds.map((kind) => [kind.entity.type, { kind, validate: compile(kind.schema) }]));
  return (text) => {
    const sent = parse(text);
    if (!isObject(sent)) return refused('not a JSON object');
    const found = typeof sent.type === 'string' ? kinds.get(sent.type) : undefined;
    if (!found) return refused(`unknown type ${JSON.stringify(sent.type) ?? '(none)'}`);
    const { kind, validate } = found;
    const { body } = normalize(kind.schema, sent);
    if (!validate(body)) {
      const [error] = validate.errors ?? [];
      return refused(error ? violationOf(kind.schema, error).error.message : 'not valid');
    }
    const line = kind.read(body, sent);
    return 'refused' in line ? line : { line, pass: kind.pass };
  };
};
