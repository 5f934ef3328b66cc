/**
 * A schema of an object as coercion walks it: the keywords that guide reading, resolved once, in objects of one form. A
 * schema's own nodes are of many forms, which takes a body three times as long to read (docs/speed.md). Pure.
 */
import type { Reading } from './atoms.ts';

/** A field that stands ahead, and the values of it with which another one means something. */
interface OnlyWhere {
  readonly field: string;
  readonly is: readonly unknown[];
}

/** A schema node as reading sees it: the keywords that guide it. */
interface Node {
  readonly type?: string | readonly string[];
  readonly properties?: Readonly<Record<string, Node>>;
  readonly items?: Node;
  readonly additionalProperties?: Node;
  readonly 'x-read'?: Reading;
  readonly 'x-flag'?: readonly [unknown, unknown];
  readonly 'x-blank'?: 'judge';
  readonly 'x-missing'?: unknown;
  readonly 'x-blank-rows'?: { readonly dropWhere: string; readonly is: unknown };
  readonly 'x-only-where'?: OnlyWhere;
  readonly 'x-aliases'?: readonly string[];
  readonly 'x-numbered'?: string;
}

/** What kind of value a field asks for: how it is read where the schema says so (`x-read`), else its type. */
export type Kind = Reading | 'object' | 'items' | 'number' | 'text';

export interface Plan {
  readonly name: string;
  /** From the body's root: `location.city`. What lies in an array has none. */
  readonly path: string;
  readonly kind: Kind;
  /** Whether the value is an array: a list of nothing is blank. */
  readonly isArray: boolean;
  /** Whether a blank value is left for the constraints to judge. */
  readonly judgesBlank: boolean;
  /** Whether the field has other names, or numbered fields that are read into it. */
  readonly isSpread: boolean;
  /** All its names, its own first. */
  readonly names: readonly string[];
  readonly numbered: RegExp | undefined;
  readonly missing: unknown;
  readonly blankRows: { readonly dropWhere: string; readonly is: unknown } | undefined;
  /** Where the field is read; everywhere, if it does not say. */
  readonly onlyWhere: OnlyWhere | undefined;
  /** Of a flag: the field's own form of false and true. */
  readonly flag: readonly [unknown, unknown];
  readonly fields: readonly Plan[];
  /** Whether its fields merge one by one. An opaque object has none that we know. */
  readonly isNested: boolean;
  /** Of an array, or a map: how each item is read. */
  readonly items: Plan | undefined;
}

const KINDS: Readonly<Record<string, Kind>> = { object: 'object', array: 'items', integer: 'number', number: 'number' };

const planned = (name: string, node: Node, path: string): Plan => {
  const { 'x-read': reading, 'x-numbered': numbered } = node;
  return {
    name,
    path,
    kind: reading ?? KINDS[String(node.type)] ?? 'text',
    isArray: node.type === 'array',
    judgesBlank: node['x-blank'] === 'judge',
    isSpread: node['x-aliases'] !== undefined || numbered !== undefined,
    names: [name, ...(node['x-aliases'] ?? [])],
    numbered: numbered === undefined ? undefined : new RegExp(numbered),
    missing: node['x-missing'],
    blankRows: node['x-blank-rows'],
    onlyWhere: node['x-only-where'],
    flag: node['x-flag'] ?? [false, true],
    fields: fieldsOf(node, path),
    isNested: node.properties !== undefined && reading !== 'opaque',
    items: itemsOf(node),
  };
};

const itemsOf = (node: Node): Plan | undefined => {
  if (node['x-read'] === 'map') return planned('', node.additionalProperties ?? {}, '');
  return node.type === 'array' || node['x-read'] === 'array' ? planned('', node.items ?? {}, '') : undefined;
};

const fieldsOf = ({ properties = {} }: Node, path: string): Plan[] =>
  Object.entries(properties).map(([name, node]) => planned(name, node, path === '' ? name : `${path}.${name}`));

/** By the object of their fields, which schemas may share. */
const known = new WeakMap<object, readonly Plan[]>();

/** The fields of an object's schema, in its order. */
export const fieldsOfSchema = (schema: unknown): readonly Plan[] => {
  const { properties } = schema as Node;
  if (properties === undefined) return [];
  let fields = known.get(properties);
  if (fields === undefined) {
    fields = fieldsOf({ properties }, '');
    known.set(properties, fields);
  }
  return fields;
};
