/**
 * Our schemas as an OpenAPI document shows them: the canonical form of each value, what else is read said in words, our
 * annotations gone, and every object a component named by its title. Pure.
 */
import { flattened, isNode, type Node } from './flatten.ts';
import { limited, oneOfIn, refuses, requiredIn } from './required.ts';
import { wordsOf } from './words.ts';

/** The components that schemas with a title become. */
export type Components = Map<string, Node>;

/** Said in words, or of no use to a reader: a client that meets these keywords often makes wrong code of them. */
const HIDDEN = new Set(['title', 'description', 'not', 'anyOf']);

const TYPES: Readonly<Record<string, string>> = { string: 'string', number: 'integer', boolean: 'boolean' };

/**
 * Names the type that the values of an `enum` have. A flag of 0 and 1 is a number in that range: no client needs a type
 * of it.
 */
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
 * A number in the format of an integer: any other is refused by the store, not by the schema. One that may be larger
 * than 32 bits says so: Java's generator would cut it without a word.
 */
const integral = (node: Node): Node => {
  const type = node.type === 'number' && node.format === 'int64' ? 'integer' : node.type;
  const isLarge = type === 'integer' && node.format === undefined && Number(node.maximum ?? 0) > LARGEST_INT32;
  return { ...node, ...(type !== undefined && { type }), ...(isLarge && { format: 'int64' }) };
};

/**
 * An object with names of its own, of which nothing more is said: generators take one without any names for an empty
 * one.
 */
const open = (node: Node): Node =>
  [node.type]
    .flat()
    .filter((type) => type !== 'null')
    .join() === 'object' &&
  !node.properties &&
  node.additionalProperties === undefined
    ? { ...node, additionalProperties: true }
    : node;

/**
 * Values of several types: no type at all, said in words, for generators make wrong code of a union of plain types, or
 * none.
 */
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
  if (!node.$ref && !node.enum) return { ...node, type: [...new Set([node.type, 'null'].flat())] };
  const { description, examples, ...rest } = node;
  return {
    anyOf: [rest, { type: 'null' }],
    ...(description !== undefined && { description }),
    ...(examples !== undefined && { examples }),
  };
};

/** A required text or list must not be blank, or `null`: that is the same as leaving it out. */
const filled = (shown: Node): Node => {
  const [type, ...others] = [shown.type ?? []].flat().filter((each) => each !== 'null');
  const node: Node = type !== undefined && others.length === 0 ? { ...shown, type } : shown;
  if (node.type === 'array') return { ...node, minItems: node.minItems ?? 1 };
  return node.type === 'string' && node.pattern === undefined ? { ...node, minLength: node.minLength ?? 1 } : node;
};

/** Whether `null`, which is read as a blank text or an empty list, is checked as a value of the field and refused. */
const refusesBlank = (node: Node): boolean =>
  node['x-blank'] === 'check' && refuses(node, node.type === 'array' ? [] : '');

/** With what an object of a request must have; an empty one is refused where it must have one of several fields. */
const withRequired = (node: Node): Node => {
  const required = requiredIn(node);
  if (required.length > 0) return { ...node, required };
  return oneOfIn(node).length > 0 ? { ...node, minProperties: 1 } : node;
};

/** A value in one of two forms: in the words of the first, where a document may not have both. */
const eitherOf = (own: Node, other: Node, hasUnions: boolean): Node => {
  const { description, examples, ...rest } = own;
  const words = { ...(description !== undefined && { description }), ...(examples !== undefined && { examples }) };
  return hasUnions ? { anyOf: [rest, other], ...words } : untyped({ ...own, type: [own.type, other.type].flat() });
};

/** Without its words, which stand where it is used. */
const bare = ({ description: _, examples: __, ...node }: Node): Node => node;

/** What may be `null` too, next to what it is. */
const orNull = (node: Node): Node =>
  Array.isArray(node.anyOf) ? { ...node, anyOf: [...node.anyOf, { type: 'null' }] } : nullable(node);

/**
 * @param schema - of a contract
 * @param isRequest - a request's optional fields may be `null`, which clears them where they can be blank
 * @param components - takes the schemas that have a title
 * @param hasUnions - whether a value may be of one of several types; else it has none, as generators fail on unions
 * @throws Error for an object without a title, and for two schemas of one title
 */
export const documentSchema = (
  schema: unknown,
  isRequest: boolean,
  components: Components,
  hasUnions = false,
): Node => {
  const answered = (node: Node): Node => documentSchema(node, false, components, hasUnions);

  const property = (owner: Node, name: string, { 'x-or': other, ...node }: Node): Node => {
    if (node['x-ignored']) return answered(node);
    const own = visit(node, name);
    if (!isRequest) return own;
    const shown = isNode(other) ? eitherOf(own, bare(answered(other)), hasUnions) : own;
    // An object that is kept as it is sent has no blank fields.
    if (((owner.required as string[] | undefined) ?? []).includes(name))
      return owner['x-read'] === 'opaque' ? shown : filled(shown);
    if (refusesBlank(node)) return filled(shown);
    return orNull(shown.$ref && node.description ? { ...shown, description: node.description } : shown);
  };

  const visit = (source: Node, place: string): Node => {
    if (Array.isArray(source.enum) && source.enum.includes(null)) {
      const { type: _, enum: values, ...rest } = source as Node & { readonly enum: readonly unknown[] };
      return nullable(visit({ ...rest, enum: values.filter((each) => each !== null) }, place));
    }
    // An object with a name, or null: the name is that of the object.
    if (source.title !== undefined && Array.isArray(source.type)) {
      const type = source.type.find((each) => each !== 'null');
      return {
        ...nullable(visit({ ...source, type }, place)),
        ...(source.description !== undefined && { description: source.description }),
      };
    }
    const flat = limited(flattened(source));
    const node = open(integral(typed(isRequest && flat.properties ? withRequired(flat) : flat)));
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
