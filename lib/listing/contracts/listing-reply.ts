/**
 * The schema of a listing in responses: every field of every block, even with stored values that today's rules would
 * refuse.
 */

import { updatedBusiness } from '../../business/contracts/updated-business.ts';
import { text, yesOrNo } from '../../contract/atoms.ts';
import { field } from '../../contract/field.ts';
import type { Schema } from '../../contract/operation.ts';
import { listing } from './listing-body.ts';

type Node = { readonly [keyword: string]: unknown };

/** Schema keywords that describe a value without constraining it. */
const KEPT = new Set(['type', 'format', 'description', 'examples', 'title', 'items', 'additionalProperties']);

const titleOf = (title: unknown): string => `Answered${String(title).replace(/Update$/, '')}`;

const mapped = (properties: Node, change: (node: Node) => Node): Node =>
  Object.fromEntries(Object.entries(properties).map(([name, node]) => [name, change(node as Node)]));

const typeOf = ({ type, enum: values = [] }: Node): unknown => {
  const [first] = values as readonly unknown[];
  return type ?? (typeof first === 'number' ? 'integer' : typeof first);
};

/** The values of an enumeration of texts: empty where none is stored. */
const textsOf = ({ enum: values = [] }: Node): Node =>
  typeof (values as readonly unknown[])[0] === 'string' ? { enum: [...(values as readonly string[]), ''] } : {};

/** Hours by their type, as responses show them. */
const brunch = {
  Brunch: [{ day: '6', isOpen: 1, workingHours: [{ startHour: '10:00', endHour: '13:00' }], comment: '' }],
};

/** Converts a body schema to a response schema. Rows of lists may lack fields that they need not have in a body. */
const answered = (node: Node, isRow = false): Node => {
  const { properties, items, additionalProperties, title, required } = node;
  const type = typeOf(node);
  const kept = Object.fromEntries(Object.entries(node).filter(([keyword]) => KEPT.has(keyword)));
  const isNullable = type === 'number' || type === 'integer' || type === 'boolean';
  return {
    ...kept,
    ...textsOf(node),
    type: isNullable && !isRow ? [type, 'null'] : type,
    ...(title !== undefined && { title: titleOf(title) }),
    ...(items !== undefined && { items: answered(items as Node, true) }),
    ...(additionalProperties !== undefined && { additionalProperties: hoursOfOperations, examples: [brunch] }),
    ...(properties !== undefined && {
      properties: mapped(properties as Node, (each) => answered(each, isRow)),
      required: isRow ? required : Object.keys(properties as Node),
    }),
  };
};

const { hoursOfOperations, serviceAreas, location: shownLocation } = updatedBusiness.properties;

/** A block whose response has other or additional fields. */
const block = (node: Node, fields: Node): Node => {
  const shown = answered(node);
  const properties = { ...(shown.properties as Node), ...fields };
  return { ...shown, properties, required: Object.keys(properties) };
};

const flag = { type: ['boolean', 'null'] } as const;

const { businessInfo, additionalInfo, optOut, mapsListing, ...others } = listing.properties as unknown as Record<
  keyof typeof listing.properties,
  Node
>;
const sentInfo = businessInfo.properties as Readonly<Record<string, Node>>;
const stays = (node: Node): Node => ({ ...node, ...flag });
const optedOut = answered(optOut);

const blocks: Readonly<Record<string, Node>> = {
  businessInfo: block(businessInfo, {
    isAddressHidden: { ...answered(sentInfo.isAddressHidden!), enum: [...yesOrNo.enum, null], type: undefined },
    isServiceAreaProvider: { ...answered(sentInfo.isServiceAreaProvider!), enum: yesOrNo.enum },
    serviceAreas: {
      ...serviceAreas,
      description: 'Service areas; the id of each is derived from its text',
    },
    location: block(sentInfo.location!, { countryName: shownLocation.properties.countryName }),
  }),
  additionalInfo: block(additionalInfo, { hoursOfOperations }),
  optOut: { ...optedOut, properties: mapped(optedOut.properties as Node, stays) },
  mapsListing: block(mapsListing, {
    primaryCategoryName: field(text, 'Name of the primary category in the catalogue', 'Restaurant'),
    additionalCategoriesNames: field({ type: 'array', items: text }, 'Names of the additional categories', [
      'Steak house',
    ]),
  }),
  ...mapped(others, answered),
} as Readonly<Record<string, Node>>;

const properties = {
  listingState: field(
    { type: 'string' },
    'none: no listing was created; published: its status and its opening-soon date are fixed; deactivated',
    'published',
  ),
  // In the field order of the body.
  ...Object.fromEntries(Object.keys(listing.properties).map((name) => [name, blocks[name]!])),
};

export const answeredListing: Schema = {
  title: 'Listing',
  type: 'object',
  required: Object.keys(properties),
  properties,
};
