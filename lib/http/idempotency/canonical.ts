/** The canonical form of a request: equivalent requests have the same fingerprint. Pure. */
import { hash } from 'node:crypto';
import { NumberText } from '../../contract/number-text.ts';

/** Beyond it, a number is compared by its source text: additions to the exponent would not be exact. */
const LARGEST_EXPONENT = 1e15;

/**
 * A JSON number as JavaScript prints numbers, but with all of its digits: equal numbers have one spelling, that of
 * `JSON.stringify` where it prints the same value.
 */
const exactNumber = (source: string): string => {
  const [mantissa = '', power = '0'] = source.split(/[eE]/);
  const exponent = Number(power);
  const sign = mantissa.startsWith('-') ? '-' : '';
  const [whole = '', fraction = ''] = mantissa.slice(sign.length).split('.');
  const all = whole + fraction;
  const start = all.search(/[1-9]/);
  if (start < 0) return '0';
  if (Math.abs(exponent) > LARGEST_EXPONENT) return source;
  let end = all.length;
  // `/0+$/` would take quadratic time on long runs of zeros.
  while (all[end - 1] === '0') end--;
  /** Digits before the decimal point. */
  const place = exponent + whole.length - start;
  const isPlain = place > -6 && place <= 21;
  const point = isPlain ? place : 1;
  const digits = '0'.repeat(Math.max(1 - point, 0)) + all.slice(start, end).padEnd(point, '0');
  const at = Math.max(point, 1);
  const rest = digits.slice(at);
  const scale = isPlain ? '' : `e${place > 0 ? '+' : ''}${place - 1}`;
  return `${sign}${digits.slice(0, at)}${rest && `.${rest}`}${scale}`;
};

/** JSON with sorted object keys, and numbers by their value. */
const canonical = (value: unknown): string => {
  if (value instanceof NumberText) return exactNumber(value.source);
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null';
  const fields = Object.entries(value)
    .filter(([, each]) => each !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, each]) => `${JSON.stringify(name)}:${canonical(each)}`);
  return `{${fields.join(',')}}`;
};

export const fingerprint = (...parts: readonly unknown[]): string => hash('sha256', canonical(parts), 'base64url');

/** What of a request of an operation is compared, as far as it has it (docs/decisions.md: idempotency). */
interface Compared {
  readonly path: unknown;
  readonly query?: Readonly<Record<string, unknown>>;
  readonly ifMatch: unknown;
  /** Header parameters of the operation itself. */
  readonly headers?: readonly unknown[];
  readonly body: unknown;
}

export const fingerprintOf = ({ path, query = {}, ifMatch, headers = [], body }: Compared): string =>
  // `validateOnly: false` means the same as a missing value.
  fingerprint(path, { ...query, validateOnly: undefined }, ifMatch ?? null, body, ...headers);
