/** Cuts lists that are over their limit, so that a refused body costs no more than a body of legal lists. Pure. */
import { isObject, type JsonObject } from './coercion.ts';
import type { Schema } from './operation.ts';

type Node = {
  readonly properties?: Readonly<Record<string, Node>>;
  readonly additionalProperties?: Node | boolean;
  readonly items?: Node;
  readonly maxItems?: number;
};

/** The same value where nothing in it is cut. */
const cutObject = ({ properties = {}, additionalProperties: others }: Node, object: JsonObject): JsonObject => {
  let result = object;
  for (const name in object) {
    const node = Object.hasOwn(properties, name) ? properties[name] : others;
    const value = object[name];
    const cut = typeof node === 'object' ? cutValue(node, value) : value;
    if (cut === value) continue;
    if (result === object) result = { ...object };
    result[name] = cut;
  }
  return result;
};

const cutValue = (node: Node, value: unknown): unknown => {
  if (isObject(value)) return cutObject(node, value);
  if (!Array.isArray(value)) return value;
  const { items, maxItems = Number.POSITIVE_INFINITY } = node;
  const rows = value.length > maxItems ? value.slice(0, maxItems + 1) : value;
  if (!items) return rows;
  const cut = rows.map((row) => cutValue(items, row));
  return cut.some((row, index) => row !== rows[index]) ? cut : rows;
};

/**
 * The body with one row more than its limit allows of each list that has more. That list breaks its limit still; which of
 * the rows over the limit are wrong, too, helps no one.
 */
export const withCutLists = (schema: Schema, body: JsonObject): JsonObject => cutObject(schema as Node, body);
