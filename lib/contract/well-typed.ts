/**
 * Removes values of wrong types from a body. Rules also run on a body that the schema refuses, as the client may ask
 * for every violation; they get values of the expected types, or none. Pure.
 */
import { isObject, type JsonObject, type Normalized } from './coercion.ts';

type Node = {
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly properties?: Readonly<Record<string, Node>>;
  readonly additionalProperties?: Node | boolean;
  readonly items?: Node;
};

const IS_OF: Readonly<Record<string, (value: unknown) => boolean>> = {
  string: (value) => typeof value === 'string',
  boolean: (value) => typeof value === 'boolean',
  number: (value) => typeof value === 'number',
  integer: Number.isInteger,
  array: Array.isArray,
  object: isObject,
  null: (value) => value === null,
};

/** A schema of listed values alone asks for their types. */
const typesOf = ({ type, enum: listed }: Node): readonly string[] | undefined =>
  type === undefined ? listed?.map((value) => (value === null ? 'null' : typeof value)) : [type].flat();

const isOfType = (node: Node, value: unknown): boolean => {
  const types = typesOf(node);
  return types === undefined || types.some((name) => IS_OF[name]?.(value));
};

/** Whether a field was sent with a value, even one that the schema refuses. */
export const isSent = (body: JsonObject, name: string): boolean => Object.hasOwn(body, name);

/** Groups of fields, one of which an object must have: `x-one-of` of its schema. */
export type OneOf = readonly (readonly string[])[];

/** Whether an object has none of the groups of fields of which it must have one. */
export const lacksAll = (body: JsonObject, groups: OneOf): boolean =>
  !groups.some((names) => names.every((name) => isSent(body, name)));

const fieldsOf = ({ properties = {}, additionalProperties: others }: Node, value: JsonObject): JsonObject =>
  Object.fromEntries(
    Object.entries(value).map(([name, each]) => {
      const node = Object.hasOwn(properties, name) ? properties[name] : others;
      return [name, typeof node === 'object' ? typedPart(node, each) : each];
    }),
  );

/** The value without parts of wrong types; `undefined` if nothing remains. */
const typedPart = (node: Node, value: unknown): unknown => {
  if (!isOfType(node, value)) return undefined;
  const { items } = node;
  if (Array.isArray(value)) return items ? value.map((item) => typedPart(items, item)) : value;
  return isObject(value) ? fieldsOf(node, value) : value;
};

/**
 * Replaces each value of a wrong type with `undefined`. The name stays, so that a rule can distinguish a missing field
 * (`isSent`) from a refused one. Limits, patterns and enums are not checked. Other rows of a list keep their positions.
 */
export const wellTyped = (schema: unknown, { body, cleared }: Normalized): Normalized => ({
  body: fieldsOf(schema as Node, body),
  cleared,
});
