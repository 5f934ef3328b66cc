/** The fields of an object schema as one flat list of paths, in the schema's order. Pure. */
import { isObject, type JsonObject, type Normalized } from './coercion.ts';
import type { Schema } from './operation.ts';
import { fieldsOfSchema, type Plan } from './plan.ts';
import type { Violation } from './violations.ts';

/** What a request changes: by path (`location.city`), the new value, or `null` for a field that is cleared. */
export type Changes = Readonly<Record<string, unknown>>;

type Node = {
  readonly properties?: Readonly<Record<string, Node>>;
  readonly items?: Node;
  readonly 'x-read'?: string;
};

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

/** Positions on the way to a field: of fields in their objects, and of rows in their lists. */
type Place = readonly number[];

const AHEAD = -1;

/** The node of a name inside another one, and its position there; `undefined` where the schema knows none. */
const stepInto = ({ items, properties = {} }: Node, name: string): readonly [Node, number] | undefined => {
  if (items) return /^[0-9]+$/.test(name) ? [items, Number(name)] : undefined;
  const node = properties[name];
  return node && [node, Object.keys(properties).indexOf(name)];
};

/** What the schema doesn't know has the place of what it lies in. */
const placeOf = (schema: Schema, { path, missing, lacking }: Violation): Place => {
  const place: number[] = [];
  let node = schema as Node;
  for (const name of path.match(/[^.[\]]+/g) ?? []) {
    const step = stepInto(node, name);
    if (!step) break;
    node = step[0];
    place.push(step[1]);
  }
  if (missing || place.length === 0) return [AHEAD];
  return lacking ? place.with(-1, AHEAD) : place;
};

/** An object and a list stand ahead of what lies in them. */
const comparePlaces = (a: Place, b: Place): number => {
  const differing = a.findIndex((position, index) => position !== b[index]);
  if (differing === -1) return a.length - b.length;
  return differing < b.length ? a[differing]! - b[differing]! : 1;
};

/**
 * Sorts violations as they are to be answered: fields that are missing first, then by the schema's order of fields, in a list
 * row by row. Violations of one field keep the order in which they come.
 */
export const inFieldOrder = (schema: Schema, violations: readonly Violation[]): readonly Violation[] => {
  if (violations.length < 2) return violations;
  // Once of each: of a long list there are thousands.
  const placed = violations.map((violation) => ({ violation, place: placeOf(schema, violation) }));
  return placed.sort((a, b) => comparePlaces(a.place, b.place)).map(({ violation }) => violation);
};
