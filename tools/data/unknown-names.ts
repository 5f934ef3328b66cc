/**
 * Finds names in a line that its kind does not have. An operation ignores what it does not know, as clients of later
 * versions may send it; in a data file such a name is a mistake that would lose a value without a word. Pure.
 */
import { isObject, type JsonObject } from '../../lib/contract/coercion.ts';

interface Node {
  readonly properties?: Readonly<Record<string, Node>>;
  readonly additionalProperties?: Node | boolean;
  readonly items?: Node;
  readonly 'x-read'?: string;
  readonly 'x-aliases'?: readonly string[];
  readonly 'x-numbered'?: string;
}

/** The field that takes a name: under its own name, another one, or as one of its numbered fields. */
const fieldOf = (properties: Readonly<Record<string, Node>>, name: string): Node | undefined =>
  Object.hasOwn(properties, name)
    ? properties[name]
    : Object.values(properties).find(
        ({ 'x-aliases': aliases, 'x-numbered': numbered }) =>
          aliases?.includes(name) || (numbered !== undefined && new RegExp(numbered).test(name)),
      );

const inObject = (node: Node, value: JsonObject, path: string): string | undefined => {
  const { properties, additionalProperties: others } = node;
  if (!properties && !others) return undefined;
  for (const [name, each] of Object.entries(value)) {
    const at = path === '' ? name : `${path}.${name}`;
    const field = fieldOf(properties ?? {}, name) ?? (typeof others === 'object' ? others : undefined);
    if (!field && others === undefined) return at;
    const found = field && inValue(field, each, at);
    if (found !== undefined) return found;
  }
  return undefined;
};

const inValue = (node: Node, value: unknown, path: string): string | undefined => {
  // What is stored as it comes has names of its own.
  if (node['x-read'] === 'opaque') return undefined;
  if (node.items && Array.isArray(value)) {
    for (const [index, row] of value.entries()) {
      const found = inValue(node.items, row, `${path}[${index}]`);
      if (found !== undefined) return found;
    }
    return undefined;
  }
  // A list of one row may be the row alone.
  return isObject(value) ? inObject(node.items ?? node, value, path) : undefined;
};

/**
 * The path of the first name that the schema of a kind of line does not have; `undefined` if it has all.
 *
 * @param sent - the line as it is in the file
 */
export const unknownName = (schema: unknown, { type: _, ...sent }: JsonObject): string | undefined =>
  inObject(schema as Node, sent, '');

/** The reason why a line with such a name is refused. */
export const notAField = (name: string, type: string): string => `${name} is not a field of a line of type ${type}`;
