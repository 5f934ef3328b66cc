/**
 * An object schema compiled for coercion: the keywords that guide reading, resolved once, in objects of one shape.
 * Walking the schema's own nodes, which vary in shape, takes three times as long (docs/speed.md). Pure.
 */
import type { Reading } from './atoms.ts';

/** An earlier field, and the values of it for which this field is read. */
interface OnlyWhere {
  readonly field: string;
  readonly is: readonly unknown[];
}

/** The keywords of a schema node that guide reading. */
interface Node {
  readonly type?: string | readonly string[];
  readonly properties?: Readonly<Record<string, Node>>;
  readonly items?: Node;
  readonly additionalProperties?: Node;
  readonly enum?: readonly unknown[];
  readonly 'x-read'?: Reading;
  readonly 'x-flag'?: readonly [unknown, unknown];
  readonly 'x-blank'?: 'check' | 'null' | 'list';
  readonly 'x-missing'?: unknown;
  readonly 'x-blank-rows'?: { readonly dropWhere: string; readonly is: unknown };
  readonly 'x-only-where'?: OnlyWhere;
  readonly 'x-aliases'?: readonly string[];
  readonly 'x-numbered'?: string;
}

/** The kind of value of a field: its `x-read` if the schema has one, else its type. */
export type Kind = Reading | 'object' | 'items' | 'number' | 'text';

export interface Plan {
  readonly name: string;
  /** The path from the body's root: `location.city`. Fields inside an array have none. */
  readonly path: string;
  readonly kind: Kind;
  /** Whether the value is an array, so that an empty one is blank. */
  readonly isArray: boolean;
  /** Whether the value may be an object. */
  readonly isObject: boolean;
  /** Whether an empty list is blank, though the value is no array. */
  readonly isBlankList: boolean;
  /** Whether the constraints check a blank value. */
  readonly checksBlank: boolean;
  /** Whether `null` is a value, other than blank text. */
  readonly keepsNull: boolean;
  /** Whether the field has other names, or numbered fields that are read into it. */
  readonly isSpread: boolean;
  /** All its names, the main one first. */
  readonly names: readonly string[];
  readonly numbered: RegExp | undefined;
  readonly missing: unknown;
  readonly blankRows: { readonly dropWhere: string; readonly is: unknown } | undefined;
  /** The condition under which the field is read; always, if `undefined`. */
  readonly onlyWhere: OnlyWhere | undefined;
  /** Of a flag: the field's own values for false and true. */
  readonly flag: readonly [unknown, unknown];
  /** Of a choice: its values. */
  readonly listed: readonly unknown[];
  readonly fields: readonly Plan[];
  /** Whether its fields merge one by one. The fields of an opaque object are unknown. */
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
    isObject: [node.type].flat().includes('object'),
    isBlankList: node['x-blank'] === 'list',
    checksBlank: node['x-blank'] === 'check' || node['x-blank'] === 'null',
    keepsNull: node['x-blank'] === 'null',
    isSpread: node['x-aliases'] !== undefined || numbered !== undefined,
    names: [name, ...(node['x-aliases'] ?? [])],
    numbered: numbered === undefined ? undefined : new RegExp(numbered),
    missing: node['x-missing'],
    blankRows: node['x-blank-rows'],
    onlyWhere: node['x-only-where'],
    flag: node['x-flag'] ?? [false, true],
    listed: node.enum ?? [],
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

/** Compiled plans by the `properties` object, which schemas may share. */
const known = new WeakMap<object, readonly Plan[]>();

/** The compiled fields of an object schema, in its order. */
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
