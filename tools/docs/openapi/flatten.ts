/** One schema in place of an `allOf`: that is there for the order in which violations answer. Pure. */
import type { KeywordErrors } from '../../../lib/contract/atoms.ts';

export type Node = { readonly [keyword: string]: unknown };

export const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Longer patterns, and those of control characters, are for machines: descriptions and the introduction say what they do. */
const isReadable = (pattern: unknown): boolean => String(pattern).length <= 80 && !String(pattern).includes('\\u0000');

/** The codes that broken constraints of a schema answer with. */
const codesOf = (errors: KeywordErrors): number[] =>
  Object.values(errors).flatMap((error) => (typeof error === 'string' ? [] : [error.code]));

/** A schema on its own: the codes of its constraints as a list, which merges; no pattern that isn't shown. */
const prepared = ({ 'x-errors': errors, pattern, ...node }: Node): Node => ({
  ...node,
  ...(isReadable(pattern) && pattern !== undefined && pattern !== '\\S' && { pattern }),
  ...(isNode(errors) && { 'x-codes': codesOf(errors as KeywordErrors) }),
});

const LISTS = new Set(['required', 'x-codes']);

/** One schema that asks for what both do; what can't be said in one is a fault of the schema's author. */
const both = (first: Node, second: Node): Node => {
  const result: Record<string, unknown> = { ...first };
  for (const [keyword, value] of Object.entries(second)) {
    const known = result[keyword];
    if (known === undefined || known === value) result[keyword] = value;
    else if (LISTS.has(keyword)) result[keyword] = [...new Set([...(known as unknown[]), ...(value as unknown[])])];
    else if (isNode(known) && isNode(value)) result[keyword] = both(known, value);
    else throw new Error(`Two schemas of an allOf differ in ${keyword}`);
  }
  return result;
};

/** @throws Error where two parts of an `allOf` contradict each other */
export const flattened = ({ allOf = [], ...node }: Node): Node =>
  (allOf as Node[]).map(flattened).reduce(both, prepared(node));
