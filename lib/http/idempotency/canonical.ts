/** The canonical form of a request: equivalent requests have the same fingerprint. Pure. */
import { hash } from 'node:crypto';
import { NumberText } from '../../contract/number-text.ts';

/** JSON with sorted object keys. Numbers that do not print as sent keep their source text. */
const canonical = (value: unknown): string => {
  if (value instanceof NumberText) return value.source;
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
