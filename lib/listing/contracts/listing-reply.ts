/** A listing as it is answered: every field of every block, whatever today's rules say of what is stored. */

import { updatedBusiness } from '../../business/contracts/updated-business.ts';
import { text } from '../../contract/atoms.ts';
import { field } from '../../contract/field.ts';
import type { Schema } from '../../contract/operation.ts';
import { listing } from './listing-body.ts';

type Node = { readonly [keyword: string]: unknown };

/** What describes a value, and does not judge it. */
const KEPT = new Set(['type', 'format', 'description', 'examples', 'title', 'items', 'additionalProperties']);

const titleOf = (title: unknown): string => `Answered${String(title).replace(/Update$/, '')}`;

const mapped = (properties: Node, change: (node: Node) => Node): Node =>
  Object.fromEntries(Object.entries(properties).map(([name, node]) => [name, change(node as Node)]));

const typeOf = ({ type, enum: values = [] }: Node): unknown => {
  const [first] = values as readonly unknown[];
  return type ?? (typeof first === 'number' ? 'integer' : typeof first);
};

/** Hours by their type, as they are answered. */
const brunch = {
  Brunch: [{ day: '6', isOpen: 1, workingHours: [{ startHour: '10:00', endHour: '13:00' }], comment: '' }],
};

/** A schema of the body as it is answered. Rows of lists are answered with what they have. */
const answered = (node: Node, isRow = false): Node => {
  const { properties, items, additionalProperties, title } = node;
  const type = typeOf(node);
  const kept = Object.fromEntries(Object.entries(node).filter(([keyword]) => KEPT.has(keyword)));
  const isNullable = type === 'number' || type === 'integer' || type === 'boolean';
  return {
    ...kept,
    type: isNullable && !isRow ? [type, 'null'] : type,
    ...(title !== undefined && { title: titleOf(title) }),
    ...(items !== undefined && { items: answered(items as Node, true) }),
    ...(additionalProperties !== undefined && { additionalProperties: hoursOfOperations, examples: [brunch] }),
    ...(properties !== undefined && {
      properties: mapped(properties as Node, (each) => answered(each, isRow)),
      ...(!isRow && { required: Object.keys(properties as Node) }),
    }),
  };
};

const { hoursOfOperations, serviceAreas, location: shownLocation } = updatedBusiness.properties;

/** A block with fields that are answered otherwise than they are sent, and with others. */
const block = (node: Node, fields: Node): Node => {
  const shown = answered(node);
  const properties = { ...(shown.properties as Node), ...fields };
  return { ...shown, properties, required: Object.keys(properties) };
};

const yesOrNo = { type: ['string', 'null'] } as const;
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
    isAddressHidden: { ...answered(sentInfo.isAddressHidden!), ...yesOrNo },
    serviceAreas: {
      ...serviceAreas,
      description: 'Areas that are served, each with an id that follows from its words',
    },
    location: block(sentInfo.location!, { countryName: shownLocation.properties.countryName }),
  }),
  additionalInfo: block(additionalInfo, { hoursOfOperations }),
  optOut: { ...optedOut, properties: mapped(optedOut.properties as Node, stays) },
  mapsListing: block(mapsListing, {
    primaryCategoryName: field(text, 'Name of the primary category in the catalogue', 'Restaurant'),
    additionalCategoriesNames: field({ type: 'array', items: text }, 'Names of the further categories', [
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
  // In the order of the body.
  ...Object.fromEntries(Object.keys(listing.properties).map((name) => [name, blocks[name]!])),
};

export const answeredListing: Schema = {
  title: 'Listing',
  type: 'object',
  required: Object.keys(properties),
  properties,
};
