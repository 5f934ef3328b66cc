/**
 * The line of a listing: its fields that are not in the profile of its location, as update listing would store them.
 */
import { businessFrom, businessKey } from '../../../lib/business/repository/business.ts';
import { mapsCategories } from '../../../lib/catalog/maps-categories.ts';
import { alphaHoursTypes, mapsHoursTypes } from '../../../lib/catalog/more-hours-types.ts';
import type { JsonObject } from '../../../lib/contract/coercion.ts';
import { type Changes, changesOf, nested } from '../../../lib/contract/fields.ts';
import type { Schema } from '../../../lib/contract/operation.ts';
import type { Violation } from '../../../lib/contract/violations.ts';
import { listing } from '../../../lib/listing/contracts/listing-body.ts';
import { listingFrom, listingItem, listingsPartition } from '../../../lib/listing/repository/listing.ts';
import { listingEntity } from '../../../lib/listing/repository/listing-entity.ts';
import { sharedByListing } from '../../../lib/listing/rules/field-map.ts';
import { actionLinks, hoursTypes, MAPS_HOURS, MORE_HOURS } from '../../../lib/listing/rules/offered-rules.ts';
import { ownAfter } from '../../../lib/listing/rules/own-fields.ts';
import { checkOwn } from '../../../lib/listing/rules/own-rules.ts';
import { upsert } from '../upsert.ts';
import { type LineKind, lineOf, positive, type Refused, refused } from './line.ts';

type Node = { readonly properties?: Readonly<Record<string, Node>> } & Readonly<Record<string, unknown>>;

/** The schema without the fields that come with the line of the location. */
const withoutShared = (node: Node, path: string): Node | undefined => {
  if (sharedByListing.has(path)) return undefined;
  if (!node.properties) return node;
  const properties = Object.fromEntries(
    Object.entries(node.properties).flatMap(([name, each]) => {
      const left = withoutShared(each, path === '' ? name : `${path}.${name}`);
      return left ? [[name, left]] : [];
    }),
  );
  return Object.keys(properties).length > 0 ? { ...node, properties } : undefined;
};

const ownSchema = withoutShared(listing as unknown as Node, '') as Schema;

const firstOf = ([violation]: readonly Violation[]): Refused | undefined =>
  violation && refused(violation.error.message);

/**
 * What no category offers. Stored hours, links and attributes may outlive the category that offered them, so a line may have
 * them with any.
 */
const offeredNowhere = (sent: Changes): readonly Violation[] => [
  ...hoursTypes(MORE_HOURS, sent, alphaHoursTypes(undefined), () => false),
  ...hoursTypes(MAPS_HOURS, sent, mapsHoursTypes(undefined), () => false),
  ...actionLinks(
    sent,
    mapsCategories.flatMap(({ actionLinks: offered = [] }) => offered),
  ),
];

export const listingLine: LineKind = {
  entity: listingEntity,
  pass: 3,
  schema: lineOf({ businessNumber: positive, listing: ownSchema }),
  read(fields) {
    const { businessNumber, listing: body } = fields as unknown as { businessNumber: number; listing: JsonObject };
    const sent = changesOf(ownSchema, { body, cleared: [] });
    const wrong = firstOf([...checkOwn({ sent }).violations, ...offeredNowhere(sent)]);
    if (wrong) return wrong;
    return {
      about: `listing of business ${businessNumber}`,
      async write(context) {
        const owner = await context.owners.ofBusiness(businessNumber);
        if (!owner) return refused(`business ${businessNumber} does not exist`);
        const { partnerId, accountNumber } = owner;
        // In a dry run the location may not exist yet.
        const item = await context.table.get(businessKey(partnerId, businessNumber));
        const { listingFixed } = businessFrom(item ?? { businessNumber });
        const state = listingFixed ? 'published' : 'deactivated';
        const own = ownAfter({}, sent);
        return upsert(context, { fresh: listingItem(partnerId, { businessNumber, accountNumber, own, state }) });
      },
    };
  },
  lineOf(item) {
    const { businessNumber, own } = listingFrom(item);
    return { type: 'listing', businessNumber, listing: nested(own) };
  },
  ofAccount: listingsPartition,
};
