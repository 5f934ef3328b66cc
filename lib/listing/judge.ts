/** What the body of a listing is judged by beside its schema, where that asks for the record. */
import type { Normalized } from '../contract/coercion.ts';
import { changesOf } from '../contract/fields.ts';
import type { Violation } from '../contract/violations.ts';
import type { PartnerStore } from '../dynamodb/partner-store.ts';
import { Conflict } from '../dynamodb/revise.ts';
import { sources } from '../dynamodb/sources.ts';
import { listing } from './contracts/listing-body.ts';
import { type ListingRecord, listings, listingVersion } from './repository/listing.ts';
import { judgeListing, type PreparedListing, prepareListing } from './rules/listing-update.ts';
import { fieldsOf } from './rules/record.ts';
import { lacksRequired, leavingBody } from './rules/round-trip.ts';

type Settled = { readonly found: ListingRecord | undefined; readonly same: readonly string[] };

/**
 * What of a body says what the record answers already.
 *
 * @param isRead - whether it was sent for a version of the record
 */
const settleListing = async (
  store: PartnerStore,
  businessNumber: number,
  normalized: Normalized,
  isRead: boolean,
): Promise<Settled> => {
  const found = await listings(store).find(businessNumber);
  const sent = changesOf(listing, normalized);
  // Without a version, what is required must be there; with one, a record that lacks it can be sent back.
  const settles = isRead || !lacksRequired(sent);
  return { found, same: found && settles ? leavingBody(sent, fieldsOf(found)) : [] };
};

/** A listing as far as its body says, and the record of which fields have left it. */
export interface SettledListing extends PreparedListing {
  readonly settledOn?: ListingRecord | undefined;
}

const prepareSettled = (normalized: Normalized, { found, same = [] }: Partial<Settled> = {}): SettledListing => {
  const hasPrimary = same.includes('mapsListing.primaryCategory') && found?.business.mapsCategoryId !== undefined;
  return { ...prepareListing(normalized, sources.now(), hasPrimary), ...(same.length > 0 && { settledOn: found }) };
};

/**
 * Judges a body on the record that was found.
 *
 * @throws Conflict where fields have left the body for what another record answered: they would not be written
 */
export const judgeSettled = ({ sent, settledOn }: SettledListing, found: ListingRecord) => {
  if (settledOn && listingVersion(settledOn) !== listingVersion(found))
    throw new Conflict('the record has changed since the body was settled on it');
  return judgeListing(sent, found, sources.now());
};

/** What rules of the record say against a body that is refused already. */
const lateListing = async (
  store: PartnerStore,
  businessNumber: number,
  { sent }: PreparedListing,
): Promise<readonly Violation[]> => {
  const found = await listings(store).find(businessNumber);
  return found ? judgeListing(sent, found, sources.now()).violations : [];
};

interface Place {
  readonly store: PartnerStore;
  readonly path: { readonly businessNumber: number };
}

/** How the bodies of create listing and update listing are judged; then, on the record, by `judgeSettled`. */
export const listingJudging = {
  settle: ({ store, path, ifMatch }: Place & { readonly ifMatch: string | undefined }, normalized: Normalized) =>
    settleListing(store, path.businessNumber, normalized, ifMatch !== undefined),
  settlesRefused: true,
  prepare: (normalized: Normalized, settled: Settled | undefined) => {
    const prepared = prepareSettled(normalized, settled);
    return { prepared, violations: prepared.violations };
  },
  late: ({ store, path, prepared }: Place & { readonly prepared: SettledListing }) =>
    lateListing(store, path.businessNumber, prepared),
} as const;
