/** What the body of a listing is judged by beside its schema, where that asks for the record. */
import type { Normalized } from '../contract/coercion.ts';
import { changesOf } from '../contract/fields.ts';
import type { Violation } from '../contract/violations.ts';
import type { PartnerStore } from '../dynamodb/partner-store.ts';
import { sources } from '../dynamodb/sources.ts';
import { listing } from './contracts/listing-body.ts';
import { listings } from './repository/listing.ts';
import { judgeListing, type PreparedListing } from './rules/listing-update.ts';
import { fieldsOf } from './rules/record.ts';
import { leavingBody } from './rules/round-trip.ts';

/** What of a body with `If-Match` says what the record answers already. */
export const settleListing = async (store: PartnerStore, businessNumber: number, normalized: Normalized) => {
  const found = await listings(store).find(businessNumber);
  return { found, same: found ? leavingBody(changesOf(listing, normalized), fieldsOf(found)) : [] };
};

/** What rules of the record say against a body that is refused already. */
export const lateListing = async (
  store: PartnerStore,
  businessNumber: number,
  { sent }: PreparedListing,
): Promise<readonly Violation[]> => {
  const found = await listings(store).find(businessNumber);
  return found ? judgeListing(sent, found, sources.now()).violations : [];
};
