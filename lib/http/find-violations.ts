/**
 * Finds all that is wrong with a request that was refused. A function loads this from
 * the file next to its bundle (cdk/build/validators.ts), so that only refused requests pay for it. Pure.
 */
import type { JsonObject } from '../contract/coercion.ts';
import type { NamedParameter } from '../contract/derived.ts';
import { invalid, NO_TEXT } from '../contract/errors.ts';
import { inFieldOrder } from '../contract/fields.ts';
import type { Depth, Schema } from '../contract/operation.ts';
import { isTooDeep } from '../contract/parameters.ts';
import {
  MOST_VIOLATIONS,
  pointerOf,
  type SchemaError,
  unescaped,
  type Validate,
  type Violation,
  violationOf,
} from '../contract/violations.ts';
import { isBrokenText } from './parameter-text.ts';

/** Errors inside an `anyOf` say why each branch failed; the error of the `anyOf` itself follows them. */
const isBranch = ({ schemaPath }: SchemaError): boolean => /\/anyOf\/[0-9]/.test(schemaPath);

/** A body that was refused. */
export interface RefusedBody {
  readonly schema: Schema;
  /** Without the rows of lists over their limits (lib/contract/long-lists.ts). */
  readonly body: JsonObject;
  /** With them: what a limit is compared to. */
  readonly whole: JsonObject;
  /** Whether the schema accepts it. */
  readonly isRight: boolean;
  /** The paths of fields that were dropped because the record has the same values: they are not missing. */
  readonly dropped: ReadonlySet<string>;
  readonly byRules: readonly Violation[];
}

/** One violation for each refused value: the first, as the others of a value say less (its type, then its values). */
const schemaViolations = ({ schema, body, whole }: RefusedBody, validate: Validate): readonly Violation[] => {
  if (validate(body)) return [];
  const found = new Map<string, Violation>();
  for (const error of validate.errors ?? []) {
    if (found.size === MOST_VIOLATIONS) break;
    if (isBranch(error)) continue;
    const violation = violationOf(schema, error, whole);
    if (!found.has(violation.path)) found.set(violation.path, violation);
  }
  return [...found.values()];
};

/** Whether a path leads into a value that has no fields: what a rule misses in there is not what is wrong. */
const isInsideValue = (body: JsonObject, path: string): boolean => {
  let value: unknown = body;
  let isRow = false;
  return pointerOf(path)
    .split('/')
    .slice(1)
    .some((segment) => {
      if (value === null) return isRow;
      if (value === undefined) return false;
      if (typeof value !== 'object' || (Array.isArray(value) && !/^[0-9]+$/.test(segment))) return true;
      isRow = Array.isArray(value);
      value = (value as JsonObject)[unescaped(segment)];
      return false;
    });
};

/**
 * The violations of a body in the order of the response. All of them are found for a client that wants only the first,
 * too: which one is first is known by their places alone.
 *
 * @param validate - reports all violations of the schema
 */
export const bodyViolations = (refused: RefusedBody, validate: Validate): readonly Violation[] => {
  const { schema, body, isRight, dropped, byRules } = refused;
  const bySchema = isRight ? [] : schemaViolations(refused, validate);
  const violations = [
    ...bySchema.filter(({ missing, path }) => !(missing && dropped.has(path))),
    ...byRules.filter(({ path }) => isRight || !isInsideValue(body, path)),
  ];
  return inFieldOrder(schema, violations);
};

/** Adds the violations of rules that need stored data. The first violation of the body stays the first. */
export const withStored = (
  schema: Schema,
  found: readonly Violation[],
  stored: readonly Violation[],
): readonly Violation[] =>
  stored.length === 0 ? found : [...found.slice(0, 1), ...inFieldOrder(schema, [...found.slice(1), ...stored])];

/** The parameters of a refused request. */
export interface RefusedParameters {
  /** In the order of checking. */
  readonly list: readonly NamedParameter[];
  /** Their values by name, as far as they were sent. */
  readonly values: Readonly<Record<string, unknown>>;
  readonly depth: Depth | undefined;
}

/** One violation for each wrong parameter, in the order of the document; of a page that is too deep first (2348). */
export const parameterViolations = (
  { list, values, depth }: RefusedParameters,
  validate: Validate,
): readonly Violation[] => {
  const schema = { properties: Object.fromEntries(list.map((parameter) => [parameter.name, parameter.schema])) };
  const found = new Map<string, Violation>();
  const add = (parameter: string, violation: Violation) => {
    // Of a list only the name: the rest of the path is a position in the client's list.
    if (!found.has(parameter)) found.set(parameter, { ...violation, path: '', parameter });
  };
  const tooDeep =
    depth && isTooDeep(depth, values) ? (values[depth.start] === undefined ? depth.size : depth.start) : '';
  if (depth && tooDeep) add(tooDeep, { path: '', error: depth.tooDeep });
  const errors = validate(values) ? [] : (validate.errors ?? []);
  for (const violation of errors.map((error) => violationOf(schema, error, values))) {
    const error = list.find(({ name }) => name === violation.path)?.error ?? violation.error;
    add(violation.path.split(/[.[]/)[0] ?? '', { ...violation, error });
  }
  for (const parameter of list) {
    const { name } = parameter;
    if (isBrokenText(parameter, values[name])) add(name, { path: '', error: invalid(name, NO_TEXT) });
  }
  const places = new Map(list.map(({ name }, index) => [name, index]));
  const placeOf = ({ parameter = '' }: Violation): number =>
    parameter === tooDeep ? -1 : (places.get(parameter) ?? 0);
  return [...found.values()].toSorted((a, b) => placeOf(a) - placeOf(b));
};
