/** Maps a broken schema constraint to its error. Pure. */
import type { KeywordErrors } from './atoms.ts';
import type { ErrorEntry } from './error-entry.ts';
import { invalid } from './errors.ts';
import type { Schema } from './operation.ts';
import { codePoints } from './text.ts';

/** A broken rule: the path of its field (`location.zip`, `hoursOfOperations[0].day`) and its error. */
export interface Violation {
  readonly path: string;
  readonly error: ErrorEntry;
  /** The field as a JSON Pointer, where the path has a name that the client chose and could be read otherwise. */
  readonly pointer?: string;
  /** The parameter that it concerns, if it concerns no body field. */
  readonly parameter?: string;
  /** Whether a required field is missing: such a violation comes first. */
  readonly missing?: boolean;
  /** Whether an object inside the body lacks the field: such a violation precedes the object's other fields. */
  readonly lacking?: boolean;
  /** The limit that the value exceeds, and the value's own length or amount, if the rule has one. */
  readonly limit?: number;
  readonly actual?: number;
}

/** Why a request is refused, with the places that are named. */
export interface Refusal {
  readonly refused: ErrorEntry;
  readonly violations?: readonly Violation[];
}

/**
 * The maximum number of violations in a response. More would be of no use, and could exceed the platform's response
 * limit.
 */
export const MOST_VIOLATIONS = 1000;

/** Ajv's description of a broken constraint (standalone code, without `verbose`). */
export interface SchemaError {
  readonly instancePath: string;
  readonly schemaPath: string;
  readonly keyword: string;
  readonly params: Readonly<Record<string, unknown>>;
}

/** A compiled schema; after `false`, `errors` holds the first broken constraint. */
export interface Validate {
  (body: unknown): boolean;
  errors?: readonly SchemaError[] | null;
}

type Node = { readonly [keyword: string]: unknown };

const escaped = (name: string) => name.replaceAll('~', '~0').replaceAll('/', '~1');

/** `hoursOfOperations[0].day` as a JSON Pointer (RFC 6901): `/hoursOfOperations/0/day`. */
export const pointerOf = (path: string): string =>
  path === ''
    ? ''
    : `/${escaped(path)
        .replace(/\[([0-9]+)\]/g, '.$1')
        .replaceAll('.', '/')}`;

/** A place in a body whose path has names that the client chose, which may hold dots and brackets. */
export interface Place {
  readonly path: string;
  readonly pointer: string;
}

/** A place by its path, of names of ours. */
export const placeOf = (path: string): Place => ({ path, pointer: pointerOf(path) });

/** A field of an object, or a row of a list. */
export const placeIn = ({ path, pointer }: Place, name: string | number): Place => ({
  path: typeof name === 'number' ? `${path}[${name}]` : `${path}${path && '.'}${name}`,
  pointer: `${pointer}/${escaped(String(name))}`,
});

/** A segment of a JSON Pointer as the name that it stands for. */
export const unescaped = (segment: string) => segment.replaceAll('~1', '/').replaceAll('~0', '~');

/** Converts `/hoursOfOperations/0/day` to the form of clients, `hoursOfOperations[0].day`. */
export const fieldPath = (instancePath: string): string =>
  instancePath
    .split('/')
    .slice(1)
    .map((segment) => (/^[0-9]+$/.test(segment) ? `[${segment}]` : `.${unescaped(segment)}`))
    .join('')
    .replace(/^\./, '');

const findParent = (schema: Schema, schemaPath: string): Node =>
  schemaPath
    .split('/')
    .slice(1, -1)
    .reduce<Node>((node, segment) => (node[unescaped(decodeURIComponent(segment))] ?? {}) as Node, schema as Node);

const parents = new Map<Schema, Map<string, Node>>();

/** The schema that holds the broken keyword; found once, as a long list may break it in every row. */
const parentOf = (schema: Schema, schemaPath: string): Node => {
  const known = parents.get(schema) ?? new Map<string, Node>();
  const parent = known.get(schemaPath) ?? findParent(schema, schemaPath);
  parents.set(schema, known.set(schemaPath, parent));
  return parent;
};

const NOUNS: Readonly<Record<string, string>> = {
  string: 'a string',
  number: 'a number',
  integer: 'an integer',
  boolean: 'true or false',
  object: 'an object',
  array: 'an array',
};

/** The message for a constraint that has no message of its own. */
const problem = ({ keyword, params }: SchemaError, parent: Node): string => {
  switch (keyword) {
    case 'type':
      return `must be ${[params.type]
        .flat()
        .map((type) => NOUNS[String(type)] ?? String(type))
        .join(' or ')}`;
    case 'enum':
      return `must be one of ${(parent.enum as unknown[]).map(String).join(', ')}`;
    case 'maxLength':
      return `must have at most ${params.limit} characters`;
    case 'minLength':
      return `must have at least ${params.limit} characters`;
    case 'maxItems':
      return `must have at most ${params.limit} items`;
    case 'minimum':
      return `must be at least ${params.limit}`;
    case 'maximum':
      return `must be at most ${params.limit}`;
    default:
      return 'is not valid';
  }
};

/** The value at Ajv's instance path. */
const valueAt = (body: unknown, instancePath: string): unknown =>
  instancePath
    .split('/')
    .slice(1)
    .reduce<unknown>((value, segment) => (value as Node | undefined)?.[unescaped(segment)], body);

/** The length of a text in code points, that of a list in items, or the value of a number. */
const amountOf = (value: unknown): number | undefined => {
  if (typeof value === 'string') return codePoints(value);
  if (Array.isArray(value)) return value.length;
  return typeof value === 'number' ? value : undefined;
};

/** The broken limit and the value's amount, for constraints of length, number or size. */
const measure = ({ params, instancePath }: SchemaError, body: unknown) => {
  const { limit } = params;
  const actual = typeof limit === 'number' ? amountOf(valueAt(body, instancePath)) : undefined;
  return typeof limit === 'number' && actual !== undefined ? { limit, actual } : {};
};

/** A pointer that a path stands for completely: its names hold nothing that is escaped in either. */
const PLAIN_POINTER = /^(?!\/[0-9])(?:\/[^/.[\]~]+)*$/;

/** Adds the pointer that Ajv names, unless the path says the same. */
const withPointer = (violation: Violation, pointer: string): Violation =>
  PLAIN_POINTER.test(pointer) || pointerOf(violation.path) === pointer ? violation : { ...violation, pointer };

/**
 * Converts one of Ajv's errors to a violation: with the schema's own error (`x-errors`), else a plain 400 that names
 * the field.
 *
 * @param body - what was validated, for the value's own length
 */
export const violationOf = (schema: Schema, error: SchemaError, body?: unknown): Violation => {
  const path = fieldPath(error.instancePath);
  if (error.keyword === 'required' || error.keyword === 'dependentRequired') {
    const missing = String(error.params.missingProperty);
    const missingPath = path === '' ? missing : `${path}.${missing}`;
    const lacks = { path: missingPath, error: invalid(missingPath, 'is required') };
    // A required field inside another field is checked in that field's position; so is one that another one asks for, which
    // may be wrong before.
    const ahead = !error.schemaPath.startsWith('#/properties/');
    const place = error.keyword === 'required' && { missing: ahead, lacking: !ahead };
    return withPointer({ ...lacks, ...place }, `${error.instancePath}/${missing}`);
  }
  const parent = parentOf(schema, error.schemaPath);
  const own = (parent['x-errors'] as KeywordErrors | undefined)?.[error.keyword];
  const measured = measure(error, body);
  if (typeof own === 'object') return withPointer({ path, error: own, ...measured }, error.instancePath);
  const words = own ?? problem(error, parent);
  const entry = path === '' ? { ...invalid('', ''), message: words } : invalid(path, words);
  return withPointer({ ...measured, path, error: entry }, error.instancePath);
};
