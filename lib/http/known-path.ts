/** Paths of fields as a log may hold them. Pure. */
import type { Schema } from '../contract/operation.ts';

interface Node {
  readonly properties?: Readonly<Record<string, Node>>;
  readonly items?: Node;
  readonly anyOf?: readonly Node[];
  readonly oneOf?: readonly Node[];
  readonly allOf?: readonly Node[];
}

/** What a step leads to: the field of this name, or for `undefined` an item of the list. */
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
 * As much of a path as the schema names: `alphaListing.attributes` of `alphaListing.attributes.blue eyes`, since the names of
 * a map are what the client made up. Places in a list stay.
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
