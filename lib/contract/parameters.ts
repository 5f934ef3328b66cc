/** Parameters that several operations share, and how their text is read. Pure. */
import { maxLine } from './atoms.ts';
import type { ErrorEntry } from './error-entry.ts';
import type { Depth, Paging, Parameter, Parameters, Schema } from './operation.ts';
import { sentPage } from './page-window.ts';
import { readFlag } from './readings.ts';
import { inUpperCase, isBlank } from './text.ts';

/** A positive safe integer that identifies a business, an account, a contact or another record. */
export const recordNumber = {
  type: 'integer',
  format: 'int64',
  minimum: 1,
  maximum: Number.MAX_SAFE_INTEGER,
} as const;

/**
 * A number that addresses the operation's record: missing, malformed, unknown and another partner's give the same
 * error.
 */
export const addressed = <E extends ErrorEntry>(error: E, description: string) =>
  ({ required: true, description, schema: recordNumber, addresses: error }) as const satisfies Parameter;

/** The same, checked by the handler after all other addressed records. */
export const addressedLate = <E extends ErrorEntry>(error: E, description: string) =>
  ({ ...addressed(error, description), late: true }) as const satisfies Parameter;

/** Idempotent writes (docs/partners.md): optional on every operation that writes. */
const idempotencyKey = {
  description: 'For 24 hours, a repeated request with the same key returns the first response and changes nothing',
  schema: {
    type: 'string',
    pattern: '^[!-~]{1,255}$',
    'x-blank': 'check',
    'x-errors': { pattern: 'must be 1 to 255 visible ASCII characters' },
  },
} as const satisfies Parameter;

const tag = maxLine(1000);

/** The value of `If-Match`, and of what stands for it in a row. A blank one must not write without a precondition. */
export const versionToMatch = {
  ...tag,
  minLength: 1,
  'x-blank': 'check',
  'x-errors': { ...tag['x-errors'], minLength: 'must be an ETag or *' },
} as const;

/** Optimistic concurrency: the `ETag` of an earlier response. */
const ifMatch = {
  description: 'Write only if the record still has this ETag, or any with `*`; otherwise 412',
  schema: versionToMatch,
} as const satisfies Parameter;

const validateOnly = {
  description: 'Validate without saving; the response shows what would be stored',
  schema: {
    type: 'boolean',
    'x-blank': 'check',
    'x-errors': { type: 'must be true or false' },
  },
} as const satisfies Parameter;

/** The parameters that the contract implies: of a write (`Contract.writes`), and of a version (`Contract.ifMatch`). */
export const writeParameters = { query: { validateOnly }, headers: { 'Idempotency-Key': idempotencyKey } } as const;
export const versionParameters = { headers: { 'If-Match': ifMatch } } as const;

const integerFrom = (least: number) => {
  const problem = `must be a whole number from ${least}`;
  return { type: problem, minimum: problem };
};

/** The two query parameters of a list. */
export const pagingParameters = ({ start, size, defaultSize, firstPage, most }: Paging): Parameters => ({
  [start]: {
    description:
      `Index of the first record, from 0. Without \`${start}\` and \`${size}\`, the response has ` +
      `${firstPage || defaultSize === most ? `the first ${defaultSize} records` : 'all records'}`,
    schema: { type: 'integer', minimum: 0, maximum: 99_999, 'x-errors': integerFrom(0) },
  },
  [size]: {
    description:
      `Number of records, ${defaultSize === 'rest' ? 'all remaining ones' : defaultSize} by default; ` +
      `\`${start}\` + \`${size}\` is at most 100000`,
    schema: { type: 'integer', minimum: 1, maximum: most, 'x-errors': integerFrom(1) },
  },
});

type Node = { readonly [keyword: string]: unknown };

/** Whether a parameter is a comma-separated list, which may be sent several times. */
export const isTextList = (schema: Schema): boolean => (schema as Node)['x-read'] === 'text-list';

/**
 * Converts a parameter's text to its schema's type. Text that can't be converted stays as sent, for the schema to
 * refuse.
 */
const readText = ({ schema, addresses, identifies, folds }: Parameter, text: string): unknown => {
  const { type } = schema as Node;
  const trimmed = text.trim();
  if (type === 'integer') {
    // An identifier has only one spelling: leading zeros are not dropped.
    const digits = addresses || identifies ? trimmed : trimmed.replace(/^(-?)0+(?=[0-9])/, '$1');
    const isInteger = /^(?:0|-?[1-9][0-9]{0,15})$/.test(digits);
    return isInteger && Number.isSafeInteger(Number(digits)) ? Number(digits) : trimmed;
  }
  if (type === 'boolean') {
    // A dry run, which is also checked if it is blank, has no other spelling than the two that it documents.
    const isStrict = (schema as Node)['x-blank'] === 'check';
    return isStrict
      ? ({ true: true, false: false }[trimmed.toLowerCase()] ?? trimmed)
      : readFlag(trimmed, [false, true]);
  }
  if (folds) return folds === 'upper' ? inUpperCase(trimmed) : trimmed.toLowerCase();
  return trimmed;
};

/** Reads a parameter's value; `undefined` if it is missing, or blank and its schema does not check blanks. */
export const readParameter = (parameter: Parameter, text: string | undefined): unknown => {
  const checksBlank = (parameter.schema as Node)['x-blank'] === 'check';
  // A required parameter that is left out counts as blank.
  if (text === undefined) return checksBlank && parameter.required ? '' : undefined;
  if (isBlank(text)) return checksBlank ? '' : undefined;
  return readText(parameter, text);
};

/** Whether the window that these parameters select is beyond the maximum depth (2348). */
export const isTooDeep = (
  { start, size, defaultSize, inPages }: Depth,
  values: Readonly<Record<string, unknown>>,
): boolean => {
  const asked = values[size] ?? defaultSize;
  const numberOf = (value: unknown) => (/^[0-9]+$/.test(String(value)) ? Number(value) : value);
  const page = sentPage(numberOf(values[start] ?? 0), numberOf(asked));
  return page.start * (inPages ? page.size : 1) + page.size > 100_000;
};
