/**
 * The body of an update, with what the response that is sent back has in addition (`sentBack` of its contract): so
 * what a client has read, with a field changed, is of the type of the body. Pure.
 */
import type { Contract } from '../../../lib/contract/operation.ts';
import { flattened, isNode, type Node } from './flatten.ts';

/**
 * How a body takes an object of the response: merged into its own, which every generator reads; or as either of the
 * two, for languages in which an object of other fields is another type.
 */
export type SentBack = 'merged' | 'either';

const nodesOf = (properties: unknown): Readonly<Record<string, Node>> =>
  (properties ?? {}) as Readonly<Record<string, Node>>;

/** A field that the body does not know: it is shown as the response has it. */
const ignored = (node: Node): Node => ({
  ...node,
  'x-ignored': true,
  description: `Ignored in requests. ${node.description ?? ''}`,
});

/** The field of which this is another name, by that name. */
const namedOtherwise = (properties: Readonly<Record<string, Node>>, name: string): Node | undefined => {
  const found = Object.entries(properties).find(([, node]) =>
    (node['x-aliases'] as readonly string[] | undefined)?.includes(name),
  );
  if (!found) return undefined;
  const [main, { 'x-aliases': _, ...node }] = found;
  return { ...node, description: `Alias of \`${main}\`, which takes precedence` };
};

const typeOf = ({ type, enum: [first] = [] }: Node & { readonly enum?: readonly unknown[] }): unknown =>
  type ?? (typeof first === 'number' ? 'integer' : typeof first);

/** The types of the response's values that are none of the body's; `null` clears in any body. */
const otherTypes = (own: Node, sent: Node): readonly unknown[] =>
  [typeOf(sent)].flat().filter((type) => type !== 'null' && type !== typeOf(own));

/** A value that the body takes in its own form, and as the response has it. */
const eitherOf = (own: Node, sent: Node): Node => {
  if (Array.isArray(own.enum) && Array.isArray(sent.enum))
    return { ...own, enum: [...new Set([...own.enum, ...sent.enum])].filter((each) => each !== null) };
  return otherTypes(flattened(own), sent).length > 0 ? { ...own, 'x-or': sent } : own;
};

const taken = (own: Node, sent: Node, how: SentBack): Node => {
  const inside = (['items', 'additionalProperties'] as const).find((each) => isNode(own[each]) && isNode(sent[each]));
  const row = inside && (own[inside] as Node);
  const isNested = own.properties !== undefined || row?.properties !== undefined || row?.items !== undefined;
  if (!isNested) return eitherOf(own, sent);
  if (how === 'either') return { ...own, 'x-or': sent };
  return row ? { ...own, [inside!]: taken(row, sent[inside!] as Node, how) } : withSentBack(own, sent, how);
};

const withSentBack = (own: Node, sent: Node, how: SentBack): Node => {
  const body = flattened(own);
  const known = nodesOf(body.properties);
  const properties: Record<string, Node> = { ...known };
  for (const [name, node] of Object.entries(nodesOf(sent.properties))) {
    const mine = known[name];
    properties[name] = mine ? taken(mine, node, how) : (namedOtherwise(known, name) ?? ignored(node));
  }
  return { ...body, properties };
};

/** The body of an operation as the document has it. */
export const bodyOf = ({ request, sentBack }: Pick<Contract, 'request' | 'sentBack'>, how: SentBack): Node =>
  sentBack === undefined ? (request as Node) : withSentBack(request as Node, sentBack as Node, how);
