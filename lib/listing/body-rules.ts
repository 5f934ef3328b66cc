/** The checks of the bodies of create listing and update listing, and loading the data that they need. */

import type { Normalized } from '../contract/coercion.ts';
import { changesOf } from '../contract/fields.ts';
import type { Violation } from '../contract/violations.ts';
import { clock } from '../dynamodb/client/clock.ts';
import { Conflict } from '../dynamodb/client/outcomes.ts';
import type { PartnerStore } from '../dynamodb/table/partner-store.ts';
import { doneMedia } from '../media/repository/named.ts';
import { listing } from './contracts/listing-body.ts';
import { type ListingRecord, listings, listingVersion } from './repository/listing.ts';
import { checkListing, type PreparedListing, prepareListing } from './rules/listing-update.ts';
import { fieldsOf } from './rules/record.ts';
import { lacksRequired, leavingBody } from './rules/round-trip.ts';

/** A listing with the results of checking its body. */
export interface SentListing extends PreparedListing {
  /** The record, if it is already loaded for the request; `undefined` in it if there is none. */
  readonly known?: { readonly record: ListingRecord | undefined } | undefined;
  /** Whether fields were dropped from the body because they equal that record's response. */
  readonly isReduced: boolean;
}

/** A record with the data loaded for the rules. */
export interface FoundListing {
  readonly record: ListingRecord;
  /** The ids of the sent media that the location has fetched. */
  readonly media?: ReadonlySet<string> | undefined;
}

/**
 * Creates the loader of a record with the data for the rules. Each attempt loads again, except for the media and a
 * record that is already loaded.
 */
const loadListing = (store: PartnerStore, businessNumber: number, fields: SentListing) => {
  const named = fields.media;
  let known = fields.known;
  let media: Promise<ReadonlySet<string>> | undefined;
  return async (): Promise<FoundListing | undefined> => {
    const first = known;
    known = undefined;
    if (named.length > 0) media ??= doneMedia(store, businessNumber, named);
    const [record, done] = await Promise.all([first ? first.record : listings(store).find(businessNumber), media]);
    return record && { record, media: done };
  };
};

/**
 * Checks the sent fields against the record.
 *
 * @throws Conflict if fields were dropped because of another version of the record: they would not be written
 */
const checkFound = (fields: SentListing, record: ListingRecord, media?: ReadonlySet<string>) => {
  const { isReduced, known } = fields;
  if (isReduced && known?.record && listingVersion(known.record) !== listingVersion(record))
    throw new Conflict('the record has changed since the body was compared with it');
  return checkListing(fields, record, media);
};

/**
 * The sent fields as `writeListing` takes them: functions, so that operations without a body have no rules in their
 * bundles.
 */
export interface ListingBody {
  readonly load: (store: PartnerStore, businessNumber: number) => () => Promise<FoundListing | undefined>;
  readonly check: (record: ListingRecord, media?: ReadonlySet<string>) => ReturnType<typeof checkListing>;
}

export const listingBodyOf = (fields: SentListing): ListingBody => ({
  load: (store, businessNumber) => loadListing(store, businessNumber, fields),
  check: (record, media) => checkFound(fields, record, media),
});

interface Asked {
  readonly store: PartnerStore;
  readonly path: { readonly businessNumber: number };
}

type Known = Pick<SentListing, 'known'>;

/** The rules of both bodies, without the preconditions of the record. */
export const listingRules = {
  unchanged: async (
    { store, path, ifMatch }: Asked & { readonly ifMatch: string | undefined },
    normalized: Normalized,
  ) => {
    const record = await listings(store).find(path.businessNumber);
    const sent = changesOf(listing, normalized);
    // Without `If-Match`, required fields must be present; with it, a record that lacks them can be sent back.
    const drops = ifMatch !== undefined || !lacksRequired(sent);
    return { paths: record && drops ? leavingBody(sent, fieldsOf(record)) : [], known: { known: { record } } };
  },
  dropsWhereRefused: true,
  prepare: (
    normalized: Normalized,
    unchanged: { readonly paths: readonly string[]; readonly known: Known } | undefined,
  ) => {
    const { paths = [], known } = unchanged ?? {};
    const record = known?.known?.record;
    const hasPrimary = paths.includes('mapsListing.primaryCategory') && record?.business.mapsCategoryId !== undefined;
    const prepared = prepareListing(normalized, clock.now(), hasPrimary);
    const fields: SentListing = { ...prepared, known: known?.known, isReduced: paths.length > 0 };
    return { prepared: fields, violations: prepared.violations, late: prepared.late };
  },
  checkStored: async ({
    store,
    path,
    prepared,
  }: Asked & { readonly prepared: SentListing }): Promise<readonly Violation[]> => {
    const found = await loadListing(store, path.businessNumber, prepared)();
    return found ? checkListing(prepared, found.record, found.media).violations : [];
  },
} as const;
