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
