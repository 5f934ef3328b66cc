/**
 * Creates, updates, publishes and deactivates a listing: reads both sides, checks, and writes on the version it was
 * based on.
 */
import { changedPaths } from '../contract/changed-paths.ts';
import type { Violation } from '../contract/violations.ts';
import type { PartnerStore } from '../dynamodb/table/partner-store.ts';
import { type Outcome, revise } from '../dynamodb/writes/until.ts';
import type { FoundListing, ListingBody } from './body-rules.ts';
import { listingReply } from './reply.ts';
import { type ListingRecord, listingState, listings, ownText, shownState } from './repository/listing.ts';
import { afterChange, checkBytes, type ListingChange, listingWrites } from './repository/listing-writes.ts';
import type { ListingWrites } from './rules/listing-update.ts';

const MOST_PATHS = 100;
/** Fields with their own event. */
const APART = new Set(['listingState']);
/** Of the profile: whether the listing is published. */
const FIXED = 'listingFixed';

/** The requested change of a listing: fields of both sides, and its state. */
interface Wanted {
  readonly writes?: ListingWrites | undefined;
  /** The new state; unchanged if left out. Only a published listing can be deactivated. */
  readonly state?: 'published' | 'deactivated' | undefined;
}

/** A request to write a listing. */
export interface ListingCommand<Refusal> extends Pick<Wanted, 'state'> {
  /** The refusal of any change to this record version. */
  readonly precondition: (record: ListingRecord) => Refusal | undefined;
  /** Loads the record with what the rules of the sent fields need, and checks them; absent if only the state changes. */
  readonly fields?: ListingBody;
  /** Whether to validate without saving. */
  readonly validateOnly: boolean;
}

/** The requested change; `undefined` if it changes nothing. */
const changeOf = (partnerId: string, record: ListingRecord, { writes, state }: Wanted): ListingChange | undefined => {
  const before = listingState(record);
  if (!writes && (!state || (state === 'deactivated' && before !== 'published'))) return undefined;
  const own = writes?.own ?? record.listing?.own ?? {};
  const after = state ?? (before === 'published' ? before : 'deactivated');
  const isFixed = after === 'published';
  const profile = {
    ...writes?.profile,
    ...(isFixed !== record.business.listingFixed && { [FIXED]: isFixed }),
  };
  const isSame =
    after === before && Object.keys(profile).length === 0 && ownText(own) === ownText(record.listing?.own ?? {});
  if (isSame) return undefined;
  const change = { profile, own, state: shownState(record.business, after), changed: [] };
  const paths = changedPaths(listingReply(record), listingReply(afterChange(partnerId, record, change)), APART);
  // Whether it is published is no field of the response.
  const changed = [...(Object.hasOwn(profile, FIXED) ? [FIXED] : []), ...paths];
  return { ...change, changed: changed.slice(0, MOST_PATHS) };
};

/** The record after a change, with its present version. */
const inVersionOf = ({ business, listing }: ListingRecord, { business: after, listing: own }: ListingRecord) => ({
  business: { ...after, version: business.version },
  listing: own && { ...own, item: listing?.item ?? {} },
});

/** Why a listing was not written. */
type Refused<Refusal> = { readonly refused: Refusal } | { readonly violations: readonly Violation[] };

type Checked<Refusal> = { readonly change: ListingChange | undefined } | Refused<Refusal>;

/** Adds the media that were loaded for the rules to an outcome. */
const foundWith = (media: ReadonlySet<string> | undefined, outcome: Outcome<ListingRecord>): Outcome<FoundListing> => {
  if ('saved' in outcome) return { saved: { record: outcome.saved, media } };
  return { refused: outcome.refused, ...(outcome.found && { found: { record: outcome.found, media } }) };
};

const recordAlone = async (store: PartnerStore, businessNumber: number): Promise<FoundListing | undefined> => {
  const record = await listings(store).find(businessNumber);
  return record && { record };
};

/**
 * Writes a listing, or only validates the change.
 *
 * @returns both sides as saved, or as they would be with the present version; why they are not written; `undefined` if
 *   the location does not exist
 */
export const writeListing = async <Refusal>(
  store: PartnerStore,
  businessNumber: number,
  { precondition, fields, state, validateOnly }: ListingCommand<Refusal>,
): Promise<{ readonly saved: ListingRecord } | Refused<Refusal> | undefined> => {
  const { partnerId, idempotency } = store;
  const { replay, save, keep } = listingWrites(store);

  const checked = ({ record, media }: FoundListing): Checked<Refusal> => {
    const refused = precondition(record);
    if (refused !== undefined) return { refused };
    if (!fields) return { change: changeOf(partnerId, record, { state }) };
    const { violations, writes } = fields.check(record, media);
    return violations.length > 0 ? { violations } : { change: changeOf(partnerId, record, { writes, state }) };
  };

  const written = async (record: ListingRecord, change: ListingChange | undefined): Promise<Outcome<ListingRecord>> => {
    if (!change) return validateOnly ? { saved: record } : keep(record);
    if (!validateOnly) return save(record, change);
    checkBytes(partnerId, record, change);
    return { saved: inVersionOf(record, afterChange(partnerId, record, change)) };
  };

  // A refusal ends the loop, as a saved record does.
  const result = await revise<FoundListing | Refused<Refusal>, Checked<Refusal>>({
    replay: idempotency?.executed && (async () => foundWith(undefined, await replay(businessNumber))),
    readsFirst: true,
    find: fields ? fields.load(store, businessNumber) : () => recordAlone(store, businessNumber),
    check: (found) => (found && 'record' in found ? checked(found) : undefined),
    save: async (attempt, found) => {
      if (!('change' in attempt)) return { saved: attempt };
      const { record, media } = found as FoundListing;
      return foundWith(media, await written(record, attempt.change));
    },
  });
  return result && 'record' in result ? { saved: result.record } : result;
};
