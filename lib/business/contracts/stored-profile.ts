/**
 * The schemas of profile fields in responses: stored values, even those that today's rules would refuse. Listed values
 * stay listed: every write and every import has held a record to them. Pure.
 */
import type { Schema } from '../../contract/operation.ts';
import { profileProperties } from './profile-fields.ts';
import { updatedBusiness } from './updated-business.ts';

type Node = { readonly [keyword: string]: unknown };

/** Schema keywords that describe a value without constraining it. */
const KEPT = new Set(['type', 'format', 'description', 'examples', 'title', 'enum']);

/** A flag has a type; an enumeration of texts keeps its values. */
const typeOfValues = ([first]: readonly unknown[]): Node =>
  typeof first === 'string' ? {} : { enum: undefined, type: typeof first === 'number' ? 'integer' : typeof first };

const mapped = (properties: Node, change: (node: Node) => Node): Node =>
  Object.fromEntries(Object.entries(properties).map(([name, node]) => [name, change(node as Node)]));

/**
 * Removes the constraints of an update's schema: responses also return records of older rules.
 *
 * @param isComplete - no field is left out of a row that every row has
 */
const relaxed = (node: Node, isComplete = false): Node => {
  const { properties, items, enum: values, title, required } = node;
  const isRow = isComplete && required !== undefined;
  const kept = Object.fromEntries(Object.entries(node).filter(([keyword]) => KEPT.has(keyword)));
  return {
    ...kept,
    ...(values !== undefined && typeOfValues(values as readonly unknown[])),
    ...(title !== undefined && { title: `${isRow ? 'Complete' : 'Stored'}${String(title).replace(/Update$/, '')}` }),
    ...(isRow && { required }),
    ...(items !== undefined && { items: relaxed(items as Node, isComplete) }),
    ...(properties !== undefined && { properties: mapped(properties as Node, (each) => relaxed(each, isComplete)) }),
  };
};

/** A response schema without required fields, as clients may select fields. */
const inParts = ({ required: _, ...node }: Node): Node => ({
  ...node,
  ...(node.title !== undefined && { title: `Stored${String(node.title)}` }),
  ...(node.items !== undefined && { items: inParts(node.items as Node) }),
  ...(node.properties !== undefined && { properties: mapped(node.properties as Node, inParts) }),
});

const { categoryList: _, location, ...answered } = updatedBusiness.properties;
const { subLocality } = profileProperties.location.properties;
const fullLocation = { ...location, properties: { ...location.properties, subLocality: relaxed(subLocality) } };

/** By name: the fields of a response of which a client may have selected some. */
export const storedProfile = {
  ...mapped(profileProperties, (node) => relaxed(node)),
  ...mapped({ ...answered, location: fullLocation }, inParts),
  description: relaxed(profileProperties.description),
} as Readonly<Record<string, Schema>>;

/** By name: the fields of a complete response. An account has two of its location. */
export const completeProfile = {
  ...mapped(profileProperties, (node) => relaxed(node, true)),
  ...answered,
  location: { ...fullLocation, title: 'CompleteLocation', required: ['zip', 'countryCode'] },
  description: relaxed(profileProperties.description),
} as Readonly<Record<string, Schema>>;
