/** Field paths that are safe to log. Pure. */
import type { Schema } from '../contract/operation.ts';

interface Node {
  readonly properties?: Readonly<Record<string, Node>>;
  readonly items?: Node;
  readonly anyOf?: readonly Node[];
  readonly oneOf?: readonly Node[];
  readonly allOf?: readonly Node[];
}

/** The child node of a step: the field of this name, or for `undefined` the list's items. */
const stepInto = (node: Node, name: string | undefined): Node | undefined => {
  const own = name === undefined ? node.items : Object.hasOwn(node.properties ?? {}, name) && node.properties?.[name];
  if (own) return own;
  for (const branch of [...(node.anyOf ?? []), ...(node.oneOf ?? []), ...(node.allOf ?? [])]) {
    const found = stepInto(branch, name);
    if (found) return found;
  }
  return undefined;
};

/** `a`, `[0]`, `b` of `a[0].b`. */
const STEPS = /\[(\d+)\]|([^.[\]]+)/g;

/**
 * The part of a path that the schema names: `alphaListing.attributes` of `alphaListing.attributes.blue eyes`, since
 * clients choose the names in a map. Positions in lists stay.
 *
 * @param path - as a violation names it: `hoursOfOperations[0].day`
 */
export const knownPath = (schema: Schema, path: string): string => {
  let node = schema as Node;
  let known = '';
  for (const [, index, name] of path.matchAll(STEPS)) {
    const next = typeof node === 'object' ? stepInto(node, name) : undefined;
    if (!next) break;
    known += index === undefined ? `${known && '.'}${name}` : `[${index}]`;
    node = next;
  }
  return known;
};
