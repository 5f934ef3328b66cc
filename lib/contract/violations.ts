/** From a broken constraint to the error that the schema gives for it. Pure. */
import type { KeywordErrors } from './atoms.ts';
import type { ErrorEntry } from './error-entry.ts';
import { invalid } from './errors.ts';
import type { Schema } from './operation.ts';
import { codePoints } from './text.ts';

/** A broken rule: the path of its field (`location.zip`, `hoursOfOperations[0].day`) and the error it gives. */
export interface Violation {
  readonly path: string;
  readonly error: ErrorEntry;
  /** The parameter that it is about, where it is about none of the body's fields. */
  readonly parameter?: string;
  /** Whether the schema asks for the field ahead of all others: such a violation answers first. */
  readonly missing?: boolean;
  /** Whether an object inside the body lacks the field: such a violation stands ahead of the object's other fields. */
  readonly lacking?: boolean;
  /** The limit that the value passes, and the value's own length or amount, where the rule is about one. */
  readonly limit?: number;
  readonly actual?: number;
}

/** So many a response names. More are of no use to anyone, and would make one that is larger than the platform takes. */
export const MOST_VIOLATIONS = 1000;

/** What Ajv says of a broken constraint (standalone code, without `verbose`). */
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

const unescaped = (segment: string) => segment.replaceAll('~1', '/').replaceAll('~0', '~');

/** `/hoursOfOperations/0/day` as a client would write it: `hoursOfOperations[0].day`. */
export const fieldPath = (instancePath: string): string =>
  instancePath
    .split('/')
    .slice(1)
    .map((segment) => (/^[0-9]+$/.test(segment) ? `[${segment}]` : `.${unescaped(segment)}`))
    .join('')
    .replace(/^\./, '');

/** The schema that holds the broken keyword. */
const parentOf = (schema: Schema, schemaPath: string): Node =>
  schemaPath
    .split('/')
    .slice(1, -1)
    .reduce<Node>((node, segment) => (node[unescaped(decodeURIComponent(segment))] ?? {}) as Node, schema as Node);

const NOUNS: Readonly<Record<string, string>> = {
  string: 'a string',
  number: 'a number',
  integer: 'an integer',
  boolean: 'true or false',
  object: 'an object',
  array: 'an array',
};

/** What is wrong, for a constraint that has no words of its own. */
const problem = ({ keyword, params }: SchemaError, parent: Node): string => {
  switch (keyword) {
    case 'type':
      return `must be ${NOUNS[String(params.type)] ?? String(params.type)}`;
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

/** How long a text or a list is, in code points or items, or how large a number. */
const amountOf = (value: unknown): number | undefined => {
  if (typeof value === 'string') return codePoints(value);
  if (Array.isArray(value)) return value.length;
  return typeof value === 'number' ? value : undefined;
};

/** The limit that is broken, and by what, for constraints of length, number or size. */
const measure = ({ params, instancePath }: SchemaError, body: unknown) => {
  const { limit } = params;
  const actual = typeof limit === 'number' ? amountOf(valueAt(body, instancePath)) : undefined;
  return typeof limit === 'number' && actual !== undefined ? { limit, actual } : {};
};

/**
 * The violation behind one of Ajv's errors: the schema's own error (`x-errors`), else a plain 400 naming the field.
 *
 * @param body - what was validated, for the value's own length
 */
export const violationOf = (schema: Schema, error: SchemaError, body?: unknown): Violation => {
  const path = fieldPath(error.instancePath);
  if (error.keyword === 'required') {
    const missing = String(error.params.missingProperty);
    const missingPath = path === '' ? missing : `${path}.${missing}`;
    // A requirement inside a field is judged in that field's turn.
    const ahead = !error.schemaPath.startsWith('#/properties/');
    return { path: missingPath, error: invalid(missingPath, 'is required'), missing: ahead, lacking: !ahead };
  }
  const parent = parentOf(schema, error.schemaPath);
  const own = (parent['x-errors'] as KeywordErrors | undefined)?.[error.keyword];
  const measured = measure(error, body);
  if (typeof own === 'object') return { path, error: own, ...measured };
  const words = own ?? problem(error, parent);
  return { ...measured, path, error: path === '' ? { ...invalid('', ''), message: words } : invalid(path, words) };
};
