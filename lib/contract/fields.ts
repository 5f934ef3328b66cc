/** The fields of an object schema as one flat list of paths, in the schema's order. Pure. */
import { isObject, type JsonObject, type Normalized } from './coercion.ts';
import type { Schema } from './operation.ts';
import { fieldsOfSchema, type Plan } from './plan.ts';
import type { Violation } from './violations.ts';

/**
 * What a request changes: by path (`location.city`), the new value, or `null` for a field that is cleared. `undefined`
 * marks a value that the schema refused (`wellTyped`).
 */
export type Changes = Readonly<Record<string, unknown>>;

type Node = {
  readonly properties?: Readonly<Record<string, Node>>;
  readonly items?: Node;
  readonly additionalProperties?: Node | boolean;
  readonly 'x-read'?: string;
};

/** Whether a field's own fields merge one by one. The fields of an opaque object are unknown. */
const isNested = (node: Node): boolean => node.properties !== undefined && node['x-read'] !== 'opaque';

/** `['name', 'location.address1', ...]`: every path that can hold a value, in the order of the schema. */
export const fieldPaths = (schema: Schema, prefix = ''): string[] =>
  Object.entries((schema as Node).properties ?? {}).flatMap(([name, node]) =>
    isNested(node) ? fieldPaths(node as Schema, `${prefix}${name}.`) : [`${prefix}${name}`],
  );

/** The changes that a normalized body requests. A nested object that was sent blank clears all its fields. */
export const changesOf = (schema: Schema, { body, cleared }: Normalized): Changes => {
  const changes: Record<string, unknown> = {};
  const blank = cleared.length > 0 ? new Set(cleared) : undefined;
  const visit = (fields: readonly Plan[], source: JsonObject, allBlank: boolean) => {
    for (const field of fields) {
      const { name, path } = field;
      const value = source[name];
      const isBlankHere = allBlank || blank?.has(path) === true;
      if (field.isNested) {
        // An object that was not sent changes nothing.
        if (value !== undefined || blank) visit(field.fields, isObject(value) ? value : {}, isBlankHere);
      } else if (value !== undefined || Object.hasOwn(source, name)) changes[path] = value;
      else if (isBlankHere) changes[path] = null;
    }
  };
  visit(fieldsOfSchema(schema), body, false);
  return changes;
};

/**
 * Removes the fields at these paths from a normalized body. An object that becomes empty is removed too.
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
  /** Whether a field in an object is cleared, and stays so: the object stays too, for what it requires. */
  const isCleared = (path: string): boolean =>
    !paths.has(path) && cleared.some((each) => each.startsWith(`${path}.`) && !paths.has(each));
  const visit = (node: Node, source: JsonObject, prefix: string): JsonObject => {
    const rest: JsonObject = {};
    for (const [name, value] of Object.entries(source)) {
      const path = `${prefix}${name}`;
      const property = node.properties?.[name];
      // Of an object only what is named goes: it may hold a value of a wrong type in place of an object.
      const isInner = property !== undefined && isNested(property) && isObject(value);
      if (!isInner && paths.has(path)) continue;
      const inner = isInner ? visit(property, value, `${path}.`) : value;
      const isEmpty = isObject(inner) && Object.keys(inner).length === 0;
      if (!(isEmpty && isGone(property, path) && !isCleared(path))) rest[name] = inner;
    }
    return rest;
  };
  /** A cleared object stays in `cleared` until all its fields are removed. */
  const isUnchanged = (path: string): boolean => {
    const node = path.split('.').reduce<Node | undefined>((each, name) => each?.properties?.[name], schema as Node);
    const inner = node && isNested(node) ? fieldPaths(node as Schema, `${path}.`) : [path];
    return inner.every((each) => paths.has(each));
  };
  return { body: visit(schema as Node, body, ''), cleared: cleared.filter((path) => !isUnchanged(path)) };
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

/** The positions along a path: of each field in its object, and of each row in its list. */
type Place = readonly number[];

const AHEAD = -1;

/** The names of each map in the order in which violations name them, as a map has no order of its own. */
type NamesOf = Map<Node, Map<string, number>>;

const positionIn = (map: Node, name: string, namesOf: NamesOf): number => {
  const names = namesOf.get(map) ?? new Map<string, number>();
  namesOf.set(map, names);
  const position = names.get(name) ?? names.size;
  names.set(name, position);
  return position;
};

const positions = new WeakMap<Node, ReadonlyMap<string, number>>();

/** The position of each field of an object; found once, as a long list has an object in every row. */
const positionsOf = (node: Node): ReadonlyMap<string, number> => {
  const known = positions.get(node);
  if (known) return known;
  const found = new Map(Object.keys(node.properties ?? {}).map((name, index) => [name, index]));
  positions.set(node, found);
  return found;
};

/** The child node of this name and its position; `undefined` if the schema has none. */
const stepInto = (parent: Node, name: string, namesOf: NamesOf): readonly [Node, number] | undefined => {
  const { items, properties = {}, additionalProperties: values } = parent;
  if (items) return /^[0-9]+$/.test(name) ? [items, Number(name)] : undefined;
  const position = positionsOf(parent).get(name);
  if (position !== undefined) return [properties[name]!, position];
  return typeof values === 'object' ? [values, positionIn(parent, name, namesOf)] : undefined;
};

/** The place of a violation's field. An unknown field has the place of its parent. */
const placeOf = (schema: Schema, { path, missing, lacking }: Violation, namesOf: NamesOf): Place => {
  const place: number[] = [];
  let node = schema as Node;
  for (const name of path.match(/[^.[\]]+/g) ?? []) {
    const step = stepInto(node, name, namesOf);
    if (!step) break;
    node = step[0];
    place.push(step[1]);
  }
  if (missing || place.length === 0) return [AHEAD];
  return lacking ? place.with(-1, AHEAD) : place;
};

/** An object or list sorts before its own fields or rows. */
const comparePlaces = (a: Place, b: Place): number => {
  const differing = a.findIndex((position, index) => position !== b[index]);
  if (differing === -1) return a.length - b.length;
  return differing < b.length ? a[differing]! - b[differing]! : 1;
};

/**
 * Sorts violations in the order of the response: missing fields first, then by the schema's field order, lists row by
 * row. Violations of the same field keep their order.
 */
export const inFieldOrder = (schema: Schema, violations: readonly Violation[]): readonly Violation[] => {
  if (violations.length < 2) return violations;
  const namesOf: NamesOf = new Map();
  // Compute each place once: a long list can have thousands of violations.
  const placed = violations.map((violation) => ({ violation, place: placeOf(schema, violation, namesOf) }));
  return placed.sort((a, b) => comparePlaces(a.place, b.place)).map(({ violation }) => violation);
};
