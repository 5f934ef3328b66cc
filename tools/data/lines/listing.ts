/**
 * The line of a listing: its fields that are not in the profile of its location, as update listing would store them.
 */
import { businessFrom, businessKey } from '../../../lib/business/repository/business.ts';
import { recordFacts } from '../../../lib/business/rules/facts.ts';
import type { JsonObject } from '../../../lib/contract/coercion.ts';
import { type Changes, changesOf, nested } from '../../../lib/contract/fields.ts';
import type { Schema } from '../../../lib/contract/operation.ts';
import type { Violation } from '../../../lib/contract/violations.ts';
import { listing } from '../../../lib/listing/contracts/listing-body.ts';
import { listingFrom, listingItem, listingsPartition } from '../../../lib/listing/repository/listing.ts';
import { listingEntity } from '../../../lib/listing/repository/listing-entity.ts';
import { sharedByListing } from '../../../lib/listing/rules/field-map.ts';
import { ownAfter } from '../../../lib/listing/rules/own-fields.ts';
import { checkOwn, checkOwnWithRecord } from '../../../lib/listing/rules/own-rules.ts';
import { fieldsOf } from '../../../lib/listing/rules/record.ts';
import { upsert } from '../upsert.ts';
import type { LoadContext } from './line.ts';
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

/** Checks the rules that also need the location; in a dry run it may not exist yet. */
const refusedWith = async ({ table }: LoadContext, partnerId: string, number: number, sent: Changes) => {
  const item = await table.get(businessKey(partnerId, number));
  const business = businessFrom(item ?? { businessNumber: number });
  const stored = fieldsOf({ business, listing: undefined });
  const facts = recordFacts({}, { listingFixed: business.listingFixed, profile: stored.profile }, Date.now());
  const own = ownAfter({}, sent);
  return {
    wrong: item && firstOf(checkOwnWithRecord({ sent, stored, own, facts })),
    fresh: { own, state: business.listingFixed ? 'published' : 'deactivated' } as const,
  };
};

export const listingLine: LineKind = {
  entity: listingEntity,
  pass: 3,
  schema: lineOf({ businessNumber: positive, listing: ownSchema }),
  read(fields) {
    const { businessNumber, listing: body } = fields as unknown as { businessNumber: number; listing: JsonObject };
    const sent = changesOf(ownSchema, { body, cleared: [] });
    const wrong = firstOf(checkOwn({ sent }).violations);
    if (wrong) return wrong;
    return {
      about: `listing of business ${businessNumber}`,
      async write(context) {
        const owner = await context.owners.ofBusiness(businessNumber);
        if (!owner) return refused(`business ${businessNumber} does not exist`);
        const { partnerId, accountNumber } = owner;
        const { wrong: late, fresh } = await refusedWith(context, partnerId, businessNumber, sent);
        if (late) return late;
        return upsert(context, { fresh: listingItem(partnerId, { businessNumber, accountNumber, ...fresh }) });
      },
    };
  },
  lineOf(item) {
    const { businessNumber, own } = listingFrom(item);
    return { type: 'listing', businessNumber, listing: nested(own) };
  },
  ofAccount: listingsPartition,
};
