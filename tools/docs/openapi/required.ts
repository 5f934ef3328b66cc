/**
 * What an object of a request must have, by the rule that refuses it without: the one source of `required` and
 * `minProperties` in the document and in the clients. A contract declares none of it for the document; what a contract
 * can't be read for, `test/contract/required-fields.test.ts` finds. Pure.
 */
import { compile } from '../../../cdk/build/validators.ts';
import type { OneOf } from '../../../lib/contract/well-typed.ts';
import { flattened, isNode, type Node } from './flatten.ts';

const known = new WeakMap<object, Map<string, boolean>>();

/** Whether the constraints of a field refuse a value. Schemas are shared: each is compiled once for a value. */
export const refuses = (node: Node, value: unknown): boolean => {
  const results = known.get(node) ?? new Map<string, boolean>();
  known.set(node, results);
  const key = JSON.stringify(value);
  const result = results.get(key) ?? !compile(node)(value);
  results.set(key, result);
  return result;
};

/** With the limits that a rule checks next to those of the schema. */
export const limited = ({ 'x-limits': limits, ...node }: Node): Node => ({ ...node, ...(limits as Node | undefined) });

/** Whether a field that was left out is refused, by the value that is checked in its place (`x-missing`). */
const refusesMissing = (node: unknown): boolean =>
  isNode(node) && node['x-missing'] !== undefined && (refuses(node, node['x-missing']) || isLimited(node));

/** Whether a rule refuses what is checked in place of a missing field. */
const isLimited = (node: Node): boolean =>
  node['x-limits'] !== undefined && refuses(node['x-limits'] as Node, node['x-missing']);

/**
 * The fields that a request must have: those that the schema requires (a plain 400), and those whose own constraints
 * refuse what is checked in place of a missing field (their own error).
 *
 * @param schema - of an object, as a contract has it
 */
export const requiredIn = (schema: unknown): readonly string[] => {
  const { required = [], properties = {} } = flattened(schema as Node) as {
    readonly required?: readonly string[];
    readonly properties?: Node;
  };
  return Object.keys(properties).filter((name) => required.includes(name) || refusesMissing(properties[name]));
};

/** The groups of fields of which an object must have one: by its `anyOf`, or by a rule (`x-one-of`). */
export const oneOfIn = ({ anyOf = [], 'x-one-of': byRule }: Node): OneOf =>
  (byRule as OneOf | undefined) ??
  (anyOf as readonly { readonly required?: readonly string[] }[]).map(({ required = [] }) => required);

/** `webhooks or webhookUrl and eventName is required`; nothing where an object need not have any of them. */
export const oneOfWords = (node: Node): string | undefined => {
  const all = oneOfIn(node);
  const groups = all.map((names) => names.join(' and '));
  // Two `and` next to each other are hard to tell apart.
  if (all.filter((names) => names.length > 1).length > 1) return `One of these is required: ${groups.join('; ')}`;
  const last = groups.pop();
  return last === undefined ? undefined : `${[groups.join(', '), last].filter(Boolean).join(' or ')} is required`;
};
