/** The fields of a profile as a record is answered with: what is stored, whatever the rules of today say of it. Pure. */
import type { Schema } from '../../contract/operation.ts';
import { profileProperties } from './profile-fields.ts';
import { updatedBusiness } from './updated-business.ts';

type Node = { readonly [keyword: string]: unknown };

/** What describes a value, and does not judge it. */
const KEPT = new Set(['type', 'format', 'description', 'examples', 'title', 'enum']);

/** Types of the values that a flag or an enumeration has. */
const typeOfValues = (values: readonly unknown[]): string =>
  typeof values[0] === 'number' ? 'integer' : typeof values[0];

const mapped = (properties: Node, change: (node: Node) => Node): Node =>
  Object.fromEntries(Object.entries(properties).map(([name, node]) => [name, change(node as Node)]));

/** A schema of an update without what refuses values: a record of older rules is answered too. */
const relaxed = (node: Node): Node => {
  const { properties, items, enum: values, title } = node;
  const kept = Object.fromEntries(Object.entries(node).filter(([keyword]) => KEPT.has(keyword)));
  return {
    ...kept,
    ...(values !== undefined && { enum: undefined, type: typeOfValues(values as readonly unknown[]) }),
    ...(title !== undefined && { title: `Stored${String(title).replace(/Update$/, '')}` }),
    ...(items !== undefined && { items: relaxed(items as Node) }),
    ...(properties !== undefined && { properties: mapped(properties as Node, relaxed) }),
  };
};

/** A schema of a reply of which a part may be asked for: nothing is required. */
const inParts = ({ required: _, ...node }: Node): Node => ({
  ...node,
  ...(node.title !== undefined && { title: `Stored${String(node.title)}` }),
  ...(node.items !== undefined && { items: inParts(node.items as Node) }),
  ...(node.properties !== undefined && { properties: mapped(node.properties as Node, inParts) }),
});

const { categoryList: _, location, ...answered } = updatedBusiness.properties;
const { subLocality } = profileProperties.location.properties;
const fullLocation = { ...location, properties: { ...location.properties, subLocality: relaxed(subLocality) } };

/** By name: fields that every location answers, and those that are answered where they are stored. */
export const storedProfile = {
  ...mapped(profileProperties, relaxed),
  ...mapped({ ...answered, location: fullLocation }, inParts),
  description: relaxed(profileProperties.description),
} as Readonly<Record<string, Schema>>;
