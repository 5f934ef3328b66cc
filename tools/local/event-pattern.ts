/** Filters of event source mappings: which records of a stream a function is called with. Pure. */
import { isObject } from './intrinsics.ts';

/** Whether a value matches one alternative of a field: a literal value or a comparison. */
const fits = (alternative: unknown, value: unknown): boolean => {
  if (!isObject(alternative)) return alternative === value;
  const [[name, operand] = ['']] = Object.entries(alternative);
  if (name === 'exists') return (value !== undefined) === operand;
  if (name === 'prefix') return typeof value === 'string' && value.startsWith(String(operand));
  if (name === 'anything-but') return value !== undefined && ![operand].flat().includes(value);
  throw new Error(`The comparison ${name} of a filter is not known here.`);
};

/**
 * Whether a record matches a pattern: each field that the pattern names has one of its alternatives.
 *
 * @throws Error for an unsupported comparison, rather than skip a record by mistake
 */
export const matches = (pattern: Readonly<Record<string, unknown>>, record: unknown): boolean =>
  Object.entries(pattern).every(([name, wanted]) => {
    const value = isObject(record) ? record[name] : undefined;
    if (Array.isArray(wanted)) return wanted.some((alternative) => fits(alternative, value));
    return isObject(wanted) && matches(wanted, value);
  });

/** Whether a function with these patterns is called with a record: it matches one of them, or there are none. */
export const isWanted = (patterns: readonly Readonly<Record<string, unknown>>[], record: unknown): boolean =>
  patterns.length === 0 || patterns.some((each) => matches(each, record));
