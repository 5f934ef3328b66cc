/** Parameters that several operations share, and how the text of a parameter is read. Pure. */
import type { ErrorEntry } from './error-entry.ts';
import type { Depth, Paging, Parameter, Parameters, Schema } from './operation.ts';
import { isBlank, ONE_LINE } from './text.ts';

/** A positive safe integer that names a business, an account, a contact and the like. */
export const recordNumber = {
  type: 'integer',
  format: 'int64',
  minimum: 1,
  maximum: Number.MAX_SAFE_INTEGER,
} as const;

/** A number that names what an operation is about: missing, malformed, unknown and another partner's answer alike. */
export const addressed = <E extends ErrorEntry>(error: E, description: string) =>
  ({ required: true, description, schema: recordNumber, addresses: error }) as const satisfies Parameter;

/** The same, judged by the handler after whatever else the request addresses. */
export const addressedLate = <E extends ErrorEntry>(error: E, description: string) =>
  ({ ...addressed(error, description), late: true }) as const satisfies Parameter;

/** Idempotent writes (docs/partners.md): optional on every operation that writes. */
const idempotencyKey = {
  description: 'Repeating a request with the same key within 24 hours answers as the first time, and changes nothing',
  schema: {
    type: 'string',
    pattern: '^[!-~]{1,255}$',
    'x-blank': 'judge',
    'x-errors': { pattern: 'must be 1 to 255 visible ASCII characters' },
  },
} as const satisfies Parameter;

/** Optimistic concurrency: the `ETag` of an earlier response. */
const ifMatch = {
  description: 'Write only to the version that this ETag names, or to any with `*`; else 412',
  schema: {
    type: 'string',
    minLength: 1,
    maxLength: 1000,
    pattern: ONE_LINE,
    'x-blank': 'judge',
    'x-errors': { minLength: 'must be an ETag or *' },
  },
} as const satisfies Parameter;

const validateOnly = {
  description: 'Judge the request as a real one would be, write nothing, and answer with what would be stored',
  schema: {
    type: 'boolean',
    'x-blank': 'judge',
    'x-errors': { type: 'must be true or false' },
  },
} as const satisfies Parameter;

/** The parameters that a write takes by itself (`Contract.writes`), and one of a version (`Contract.ifMatch`). */
export const writeParameters = { query: { validateOnly }, headers: { 'Idempotency-Key': idempotencyKey } } as const;
export const versionParameters = { headers: { 'If-Match': ifMatch } } as const;

const wholeFrom = (least: number) => {
  const problem = `must be a whole number from ${least}`;
  return { type: problem, minimum: problem };
};

/** The two query parameters of a list. */
export const pagingParameters = ({ start, size, defaultSize, firstPage, most }: Paging): Parameters => ({
  [start]: {
    description:
      `Index of the first record, from 0. With neither \`${start}\` nor \`${size}\`, ` +
      `${firstPage || defaultSize === most ? `the first ${defaultSize} records` : 'all records'} are answered`,
    schema: { type: 'integer', minimum: 0, maximum: 99_999, 'x-errors': wholeFrom(0) },
  },
  [size]: {
    description:
      `Number of records, ${defaultSize === 'rest' ? 'all that are left' : defaultSize} unless it is sent; ` +
      `\`${start}\` + \`${size}\` is at most 100000`,
    schema: { type: 'integer', minimum: 1, maximum: most, 'x-errors': wholeFrom(1) },
  },
});

type Node = { readonly [keyword: string]: unknown };

/** Whether a parameter is a list as text with commas between, which may be sent in several parts. */
export const isTextList = (schema: Schema): boolean => (schema as Node)['x-read'] === 'text-list';

/** The text of a parameter in the type of its schema; what can't be read comes back as it is, for the schema to refuse. */
const readText = ({ schema, addresses, identifies, folds }: Parameter, text: string): unknown => {
  const { type } = schema as Node;
  const trimmed = text.trim();
  if (type === 'integer') {
    // What names a record has one spelling.
    const digits = addresses || identifies ? trimmed : trimmed.replace(/^(-?)0+(?=[0-9])/, '$1');
    const isWhole = /^(?:0|-?[1-9][0-9]{0,15})$/.test(digits);
    return isWhole && Number.isSafeInteger(Number(digits)) ? Number(digits) : trimmed;
  }
  if (type === 'boolean') return { true: true, false: false }[trimmed.toLowerCase()] ?? trimmed;
  if (folds) return folds === 'upper' ? trimmed.toUpperCase() : trimmed.toLowerCase();
  return trimmed;
};

/** A parameter's value; `undefined` where it is not sent, and where it is blank unless its schema judges blanks. */
export const readParameter = (parameter: Parameter, text: string | undefined): unknown => {
  const judgesBlank = (parameter.schema as Node)['x-blank'] === 'judge';
  // A required parameter that is left out counts as blank.
  if (text === undefined) return judgesBlank && parameter.required ? '' : undefined;
  if (isBlank(text)) return judgesBlank ? '' : undefined;
  return readText(parameter, text);
};

/** Whether the window that these parameters ask for is deeper than any list is read (2348). */
export const isTooDeep = (
  { start, size, defaultSize, inPages }: Depth,
  values: Readonly<Record<string, unknown>>,
): boolean => {
  const asked = values[size] ?? defaultSize;
  // All that follows is one record at least. What is no number is refused by its schema.
  const [from, most] = [values[start] ?? 0, asked === 'rest' ? 1 : asked].map((each) =>
    /^[0-9]+$/.test(String(each)) ? Number(each) : Number.NaN,
  ) as [number, number];
  return from * (inPages ? most : 1) + most > 100_000;
};
