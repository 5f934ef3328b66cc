/**
 * Our schemas as an OpenAPI document shows them: the canonical form of each value, what else is read said in words, our
 * annotations gone, and every schema with a title a component of that name. Pure.
 */
import type { KeywordErrors, Reading } from '../../../../lib/contract/atoms.ts';
import catalogue from '../../../../lib/contract/errors.json' with { type: 'json' };
import type { Schema } from '../../../../lib/contract/operation.ts';

export type Node = { readonly [keyword: string]: unknown };

/** The components that schemas with a title become. */
export type Components = Map<string, Node>;

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && !Array.isArray(value);

/** One schema that asks for what both do; what can't be said in one is a fault of the schema's author. */
const both = (first: Node, second: Node): Node => {
  const result: Record<string, unknown> = { ...first };
  for (const [keyword, value] of Object.entries(second)) {
    const known = result[keyword];
    if (known === undefined || known === value) result[keyword] = value;
    else if (isNode(known) && isNode(value)) result[keyword] = both(known, value);
    else if (keyword === 'required') result[keyword] = [...new Set([...(known as string[]), ...(value as string[])])];
    else throw new Error(`Two schemas of an allOf differ in ${keyword}`);
  }
  return result;
};

/** `allOf` is there for the order in which violations answer: a reader is served better by one schema. */
const flattened = ({ allOf = [], ...node }: Node): Node => (allOf as Node[]).map(flattened).reduce(both, node);

/** What is read beside the canonical form; the introduction speaks of flags. */
const READINGS: Readonly<Partial<Record<Reading, string>>> = {
  list: 'A comma-separated text is read too',
  'text-list': 'An array of texts is read too',
  country: 'Read without case; UK is read as GB',
  array: 'One object stands for an array of one',
  opaque: 'Kept as sent',
};

/** The codes that a broken constraint of this very schema answers with. */
const codeWords = (keywordErrors: KeywordErrors): string[] => {
  const codes = Object.values(keywordErrors).flatMap((error) => (typeof error === 'string' ? [] : [error.code]));
  const conditions = codes.map((code) => `${code} (${catalogue[String(code) as keyof typeof catalogue].condition})`);
  return conditions.length > 0 ? [`Error ${conditions.join(', ')}`] : [];
};

const describe = (node: Node): string =>
  [
    ...(node.description ? [String(node.description)] : []),
    ...[READINGS[node['x-read'] as Reading] ?? []].flat(),
    ...((node['x-aliases'] as string[] | undefined) ?? []).map((alias) => `\`${alias}\` is another name of it`),
    ...(node['x-numbered'] ? [`Fields that match \`${node['x-numbered']}\` are read into it`] : []),
    ...codeWords((node['x-errors'] as KeywordErrors | undefined) ?? {}),
  ].join('. ');

const TYPES: Readonly<Record<string, string>> = { string: 'string', number: 'integer', boolean: 'boolean' };

/** Names the type that the values of an `enum` have. */
const typed = (node: Node): Node => {
  const values = node.enum as readonly unknown[] | undefined;
  if (!values || node.type) return node;
  const type = TYPES[typeof values[0]];
  const { enum: _, ...rest } = node;
  return type === 'boolean' ? { type, ...rest } : { type, ...node };
};

/** The same, or `null`. */
const nullable = (node: Node): Node => {
  if (node.$ref) return { anyOf: [node, { type: 'null' }] };
  return {
    ...node,
    ...(node.type !== undefined && { type: [node.type, 'null'].flat() }),
    ...(node.enum !== undefined && { enum: [...(node.enum as unknown[]), null] }),
  };
};

/** A required text must not be blank: that is the same as leaving it out. */
const filled = (node: Node): Node =>
  node.type === 'string' && node.pattern === undefined ? { ...node, minLength: node.minLength ?? 1 } : node;

/** Fields that `anyOf` requires: `null` would be none of them. */
const alternatives = (node: Node): string[] =>
  ((node.anyOf as Node[] | undefined) ?? []).flatMap(({ required = [] }) => required as string[]);

/**
 * @param isRequest - a request's optional fields may be `null`, which clears them
 * @param components - takes the schemas that have a title
 */
export const documentSchema = (schema: Schema, isRequest: boolean, components: Components): Node => {
  const property = (owner: Node, name: string, node: Node): Node => {
    const shown = visit(node);
    if (!isRequest) return shown;
    if (((owner.required as string[] | undefined) ?? []).includes(name)) return filled(shown);
    return alternatives(owner).includes(name) ? filled(shown) : nullable(shown);
  };

  const visit = (source: Node): Node => {
    const node = typed(flattened(source));
    const shown: Record<string, unknown> = {};
    for (const [keyword, value] of Object.entries(node)) {
      if (keyword === 'title' || keyword === 'description' || keyword.startsWith('x-')) continue;
      else if (keyword === 'properties')
        shown[keyword] = Object.fromEntries(
          Object.entries(value as Node).map(([name, each]) => [name, property(node, name, each as Node)]),
        );
      else if (keyword === 'items') shown[keyword] = visit(value as Node);
      else shown[keyword] = value;
    }
    const description = describe(node);
    const result = { ...shown, ...(description && { description }) };
    if (!node.title) return result;
    const name = String(node.title);
    const known = components.get(name);
    if (known && JSON.stringify(known) !== JSON.stringify(result)) throw new Error(`Two schemas are named ${name}`);
    components.set(name, result);
    return { $ref: `#/components/schemas/${name}` };
  };

  return visit(schema as Node);
};
