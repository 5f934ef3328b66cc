/**
 * Our schemas as an OpenAPI document shows them: the canonical form of each value, what else is read said in words, our
 * annotations gone, and every object a component named by its title. Pure.
 */
import { compile } from '../../../build/validators.ts';
import { flattened, type Node } from './flatten.ts';
import { wordsOf } from './words.ts';

/** The components that schemas with a title become. */
export type Components = Map<string, Node>;

/** Said in words, or of no use to a reader: a client that meets these keywords often makes wrong code of them. */
const HIDDEN = new Set(['title', 'description', 'not', 'anyOf']);

const TYPES: Readonly<Record<string, string>> = { string: 'string', number: 'integer', boolean: 'boolean' };

/** Names the type that the values of an `enum` have. A flag of 0 and 1 is a number in that range: no client needs a type of it. */
const typed = (node: Node): Node => {
  const values = node.enum as readonly unknown[] | undefined;
  if (!values || node.type) return node;
  const type = TYPES[typeof values[0]];
  const { enum: _, ...rest } = node;
  if (type === 'boolean') return { type, ...rest };
  const numbers = values.map(Number);
  return type === 'integer'
    ? { type, minimum: Math.min(...numbers), maximum: Math.max(...numbers), ...rest }
    : { type, ...node };
};

const LARGEST_INT32 = 2_147_483_647;

/**
 * A number in the format of an integer: any other is refused by the store, not by the schema. One that may be larger than 32
 * bits says so: Java's generator would cut it without a word.
 */
const integral = (node: Node): Node => {
  const type = node.type === 'number' && node.format === 'int64' ? 'integer' : node.type;
  const isLarge = type === 'integer' && node.format === undefined && Number(node.maximum ?? 0) > LARGEST_INT32;
  return { ...node, ...(type !== undefined && { type }), ...(isLarge && { format: 'int64' }) };
};

/** An object with names of its own, of which nothing more is said: generators take one without any names for an empty one. */
const open = (node: Node): Node =>
  [node.type]
    .flat()
    .filter((type) => type !== 'null')
    .join() === 'object' &&
  !node.properties &&
  node.additionalProperties === undefined
    ? { ...node, additionalProperties: true }
    : node;

/** Values of several types: no type at all, said in words, for generators make wrong code of a union of plain types, or none. */
const untyped = (node: Node): Node => {
  const types = [node.type ?? []].flat().filter((type) => type !== 'null');
  if (types.length < 2) return node;
  const { type: _, description, ...rest } = node;
  const said = `One of: ${types.join(', ')}`;
  return { ...rest, description: description === undefined ? said : `${description}. ${said}` };
};

/** The same, or `null`; a value without a type may be that already. */
const nullable = (node: Node): Node => {
  if (!node.$ref && node.type === undefined) return node;
  if (!node.$ref && !node.enum) return { ...node, type: [node.type, 'null'].flat() };
  const { description, examples, ...rest } = node;
  return {
    anyOf: [rest, { type: 'null' }],
    ...(description !== undefined && { description }),
    ...(examples !== undefined && { examples }),
  };
};

/** A required text must not be blank: that is the same as leaving it out. */
const filled = (node: Node): Node =>
  node.type === 'string' && node.pattern === undefined ? { ...node, minLength: node.minLength ?? 1 } : node;

/** Whether `null`, which is read as a blank text or an empty list, is judged as a value of the field and refused. */
const refusesBlank = (node: Node): boolean =>
  node['x-blank'] === 'judge' && !compile(node)(node.type === 'array' ? [] : '');

/** Fields of which one is due: `null` would be none of them. */
const alternatives = (node: Node): string[] =>
  ((node.anyOf as Node[] | undefined) ?? []).flatMap(({ required = [] }) => required as string[]);

/**
 * @param schema - of a contract
 * @param isRequest - a request's optional fields may be `null`, which clears them where they can be blank
 * @param components - takes the schemas that have a title
 * @throws Error for an object without a title, and for two schemas of one title
 */
export const documentSchema = (schema: unknown, isRequest: boolean, components: Components): Node => {
  const property = (owner: Node, name: string, node: Node): Node => {
    const shown = visit(node, name);
    if (!isRequest) return shown;
    if (((owner.required as string[] | undefined) ?? []).includes(name)) return filled(shown);
    if (alternatives(owner).includes(name) || refusesBlank(node)) return filled(shown);
    return nullable(shown.$ref && node.description ? { ...shown, description: node.description } : shown);
  };

  const visit = (source: Node, place: string): Node => {
    // An object with a name, or null: the name is that of the object.
    if (source.title !== undefined && Array.isArray(source.type)) {
      const type = source.type.find((each) => each !== 'null');
      return {
        ...nullable(visit({ ...source, type }, place)),
        ...(source.description !== undefined && { description: source.description }),
      };
    }
    const node = open(integral(typed(flattened(source))));
    const shown: Record<string, unknown> = {};
    for (const [keyword, value] of Object.entries(node)) {
      if (HIDDEN.has(keyword) || keyword.startsWith('x-')) continue;
      if (keyword === 'properties') {
        const entries = Object.entries(value as Node);
        shown.properties = Object.fromEntries(
          entries.map(([name, each]) => [name, property(node, name, each as Node)]),
        );
      } else if (keyword === 'items') shown.items = visit(value as Node, `${place}[]`);
      // What the fields of an object with names of its own are.
      else if (keyword === 'additionalProperties' && typeof value === 'object')
        shown[keyword] = visit(value as Node, `${place}.*`);
      else shown[keyword] = value;
    }
    const description = wordsOf(node);
    const result = untyped({ ...shown, ...(description && { description }) });
    if (node.title === undefined) {
      if (node.properties) throw new Error(`The object ${place} has no title: it must be a schema with a name`);
      return result;
    }
    const name = String(node.title);
    const known = components.get(name);
    if (known && JSON.stringify(known) !== JSON.stringify(result)) throw new Error(`Two schemas are named ${name}`);
    components.set(name, result);
    return { $ref: `#/components/schemas/${name}` };
  };

  return visit(schema as Node, '');
};
