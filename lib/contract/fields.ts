/** The fields of an object schema as one flat list of paths, in the schema's order. Pure. */
import { isObject, type JsonObject, type Normalized } from './coercion.ts';
import type { Schema } from './operation.ts';
import type { Violation } from './violations.ts';

/** What a request changes: by path (`location.city`), the new value, or `null` for a field that is cleared. */
export type Changes = Readonly<Record<string, unknown>>;

type Node = { readonly properties?: Readonly<Record<string, Node>>; readonly 'x-read'?: string };

/** Whether a field has fields of its own that merge one by one. An opaque object has none that we know. */
const isNested = (node: Node): boolean => node.properties !== undefined && node['x-read'] !== 'opaque';

/** `['name', 'location.address1', ...]`: every path that can hold a value, in the order of the schema. */
export const fieldPaths = (schema: Schema, prefix = ''): string[] =>
  Object.entries((schema as Node).properties ?? {}).flatMap(([name, node]) =>
    isNested(node) ? fieldPaths(node as Schema, `${prefix}${name}.`) : [`${prefix}${name}`],
  );

/** The changes that a normalized body asks for. A nested object that was sent blank clears all its fields. */
export const changesOf = (schema: Schema, { body, cleared }: Normalized): Changes => {
  const changes: Record<string, unknown> = {};
  const blank = new Set(cleared);
  const visit = (node: Node, source: JsonObject, prefix: string, allBlank: boolean) => {
    for (const [name, property] of Object.entries(node.properties ?? {})) {
      const path = `${prefix}${name}`;
      const value = source[name];
      const isBlankHere = allBlank || blank.has(path);
      if (isNested(property)) visit(property, isObject(value) ? value : {}, `${path}.`, isBlankHere);
      else if (value !== undefined) changes[path] = value;
      else if (isBlankHere) changes[path] = null;
    }
  };
  visit(schema as Node, body, '', false);
  return changes;
};

/** The opposite of `changesOf`: `{ 'location.city': 'x' }` becomes `{ location: { city: 'x' } }`. */
export const nested = (fields: Changes): JsonObject => {
  const result: JsonObject = {};
  for (const [path, value] of Object.entries(fields)) {
    const [first = '', second] = path.split('.');
    if (second === undefined) result[first] = value;
    else result[first] = { ...((result[first] as JsonObject | undefined) ?? {}), [second]: value };
  }
  return result;
};

/**
 * Sorts violations as they are to be answered: fields that are missing first, then by the schema's order of fields.
 * Violations of one field keep the order in which they come.
 */
export const inFieldOrder = (schema: Schema, violations: readonly Violation[]): readonly Violation[] => {
  if (violations.length < 2) return violations;
  const positions = new Map<string, number>();
  fieldPaths(schema).forEach((path, index) => {
    const parent = path.split('.')[0] ?? path;
    if (!positions.has(parent)) positions.set(parent, index);
    positions.set(path, index);
  });
  const positionOf = ({ path, missing }: Violation): number => {
    if (missing) return -1;
    const field = path.split('[')[0] ?? path;
    return positions.get(field) ?? positions.get(field.split('.')[0] ?? field) ?? -1;
  };
  return violations.toSorted((a, b) => positionOf(a) - positionOf(b));
};
