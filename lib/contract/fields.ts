/** The fields of an object schema as one flat list of paths, in the schema's order. Pure. */
import { isObject, type JsonObject, type Normalized } from './coercion.ts';
import type { Schema } from './operation.ts';
import { fieldsOfSchema, type Plan } from './plan.ts';
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

/** The path of the object that a field lies in: `location` of `location.city`; empty for the body's own. */
const parentOf = (path: string): string => path.slice(0, Math.max(path.lastIndexOf('.'), 0));

/** The changes that a normalized body asks for. A nested object that was sent blank clears all its fields. */
export const changesOf = (schema: Schema, { body, cleared }: Normalized): Changes => {
  const changes: Record<string, unknown> = {};
  const blank = cleared.length > 0 ? new Set(cleared) : undefined;
  const visit = (fields: readonly Plan[], source: JsonObject, allBlank: boolean) => {
    for (const field of fields) {
      const { name, path } = field;
      const value = source[name];
      const isBlankHere = allBlank || blank?.has(path) === true;
      if (field.isNested) {
        // Nothing is said of an object that was not sent.
        if (value !== undefined || blank) visit(field.fields, isObject(value) ? value : {}, isBlankHere);
      } else if (value !== undefined) changes[path] = value;
      else if (isBlankHere) changes[path] = null;
    }
  };
  visit(fieldsOfSchema(schema), body, false);
  return changes;
};

/**
 * A normalized body without the fields at these paths. An object that nothing is left of goes with them.
 *
 * @param paths - as `changesOf` names them
 */
export const withoutFields = (
  schema: Schema,
  { body, cleared }: Normalized,
  paths: ReadonlySet<string>,
): Normalized => {
  const isGone = (node: Node | undefined, path: string): boolean => {
    if (paths.has(path)) return true;
    const inner = node && isNested(node) ? fieldPaths(node as Schema, `${path}.`) : [];
    return inner.some((each) => paths.has(each));
  };
  const visit = (node: Node, source: JsonObject, prefix: string): JsonObject => {
    const rest: JsonObject = {};
    for (const [name, value] of Object.entries(source)) {
      const path = `${prefix}${name}`;
      const property = node.properties?.[name];
      if (paths.has(path)) continue;
      const inner = property && isNested(property) && isObject(value) ? visit(property, value, `${path}.`) : value;
      const isEmpty = isObject(inner) && Object.keys(inner).length === 0;
      if (!(isEmpty && isGone(property, path))) rest[name] = inner;
    }
    return rest;
  };
  /** A field that was cleared by clearing the object that it lies in goes when all others of that object do. */
  const isSettled = (path: string): boolean => {
    const node = path.split('.').reduce<Node | undefined>((each, name) => each?.properties?.[name], schema as Node);
    const inner = node && isNested(node) ? fieldPaths(node as Schema, `${path}.`) : [path];
    return inner.every((each) => paths.has(each));
  };
  return { body: visit(schema as Node, body, ''), cleared: cleared.filter((path) => !isSettled(path)) };
};

/** The opposite of `changesOf`: `{ 'location.city': 'x' }` becomes `{ location: { city: 'x' } }`. */
export const nested = (fields: Changes): JsonObject => {
  const result: JsonObject = {};
  for (const [path, value] of Object.entries(fields)) {
    const names = path.split('.');
    const last = names.pop()!;
    let inside = result;
    for (const name of names) {
      inside[name] ??= {};
      inside = inside[name] as JsonObject;
    }
    inside[last] = value;
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
    // An object stands where its first field does.
    for (let each = path; each !== ''; each = parentOf(each)) if (!positions.has(each)) positions.set(each, index);
  });
  const positionOf = ({ path, missing }: Violation): number => {
    if (missing) return -1;
    let field = path.split('[')[0] ?? path;
    while (field !== '' && !positions.has(field)) field = parentOf(field);
    return positions.get(field) ?? -1;
  };
  // Once of each: of a long list there are thousands.
  const placed = violations.map((violation) => ({ violation, position: positionOf(violation) }));
  return placed.sort((a, b) => a.position - b.position).map(({ violation }) => violation);
};
