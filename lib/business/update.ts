/**
 * Updates a business from its prepared changes: loads what the rules need, checks, and writes. Validation without
 * saving skips the write; a request for all violations stops after the check.
 */
import type { Changes } from '../contract/fields.ts';
import { loadAll, loadOnce } from '../contract/rules.ts';
import type { Violation } from '../contract/violations.ts';
import type { PartnerStore } from '../dynamodb/table/partner-store.ts';
import { checkRecordBytes, recordBytes } from '../dynamodb/table/record-size.ts';
import { type Outcome, revise } from '../dynamodb/writes/until.ts';
import { type RowResult, saveLocation } from '../fields/repository/location-fields.ts';
import { type Business, businesses } from './repository/business.ts';
import { checkUpdate, merged, type PreparedUpdate } from './rules/profile-update.ts';
import { type Loadable, loadersOf } from './update-loaders.ts';

/** An update larger than this reads the record first. */
const MAX_BLIND_BYTES = 65_536;

/** An update to execute. */
export interface UpdateCommand<Refusal> {
  readonly prepared: PreparedUpdate;
  /** Data that is already loaded for the request. */
  readonly known?: Partial<Loadable> | undefined;
  /** The refusal of any update of this record version, whatever it changes. */
  readonly precondition: (business: Business) => Refusal | undefined;
  /** Whether the update requires a version, so that the record is read before anything is written. */
  readonly readsFirst: boolean;
  /** Whether to validate without saving. */
  readonly validateOnly: boolean;
}

/** Why an update was refused. */
export type Refused<Refusal> = { readonly refused: Refusal } | { readonly violations: readonly Violation[] };

/** A record with the data loaded for the rules. */
interface Found {
  readonly business: Business;
  readonly rows?: RowResult | undefined;
  readonly media?: ReadonlySet<string> | undefined;
}

/** The checked writes, with the record they are based on; or with the bytes they add to a record that was not read. */
interface Checked {
  readonly writes: Changes;
  readonly based?: Found;
  readonly added?: number | undefined;
}

/** Reads the record, and loads the other data that the rules of this update need. `undefined` if there is no record. */
const find = async (
  store: PartnerStore,
  businessNumber: number,
  { changes, needs }: PreparedUpdate,
  known: Partial<Loadable> = {},
): Promise<Found | undefined> => {
  const load = loadOnce(loadersOf(store, businessNumber, changes), known);
  const others = (['rows', 'media'] as const).filter((need) => needs.has(need));
  const [business, loaded] = await Promise.all([load('business'), loadAll(load, others)]);
  return business && { ...loaded, business };
};

/**
 * Runs the rules of the update with the loaded data. It is the only place that runs them: for a write, for validation,
 * and for a list of all violations.
 */
const check = (prepared: PreparedUpdate, { business, ...others }: Found) => {
  const loaded = Object.fromEntries(Object.entries(others).filter(([, value]) => value !== undefined));
  return checkUpdate(prepared, business, loaded);
};

/** Every violation of an update, including those of the request alone; none if there is no record. */
export const allViolations = async (
  store: PartnerStore,
  businessNumber: number,
  prepared: PreparedUpdate,
  known?: Partial<Loadable>,
): Promise<readonly Violation[]> => {
  const found = await find(store, businessNumber, prepared, known);
  return found ? check(prepared, found).violations : [];
};

/** The location as it would be after the update; nothing is written. */
const preview = (business: Business, writes: Changes): Business => {
  checkRecordBytes(recordBytes({ ...business.item, ...writes }));
  return { ...business, profile: merged(business.profile, writes) };
};

/** Writes the record, with the values of its custom fields where they change. */
const save = async (
  store: PartnerStore,
  businessNumber: number,
  { writes, based, added }: Checked,
  { blind }: PreparedUpdate,
): Promise<Outcome<Business> | 'changed'> => {
  const { update } = businesses(store);
  if (!based) return update(businessNumber, { writes, added, guards: blind?.guards ?? [] });
  const { business, rows } = based;
  if (rows?.change) return saveLocation(store, { business, writes, ...rows.change });
  return update(businessNumber, { writes, basedOn: business });
};

/**
 * Updates a location, or only validates the update.
 *
 * @returns the record as saved, or as it would be; why it is not written; `undefined` if there is no record
 */
export const updateRecord = async <Refusal>(
  store: PartnerStore,
  businessNumber: number,
  { prepared, known, precondition, readsFirst, validateOnly }: UpdateCommand<Refusal>,
): Promise<{ readonly saved: Business } | Refused<Refusal> | undefined> => {
  const { blind } = prepared;
  // A too large update can't be refused before the record is known to exist.
  const added = blind && recordBytes(blind.writes);
  const isBlind = !readsFirst && !validateOnly && added !== undefined && added <= MAX_BLIND_BYTES;
  let loaded = known;
  const read = async (): Promise<Found | undefined> => {
    const found = await find(store, businessNumber, prepared, loaded);
    // Another attempt reads again all that another request may have changed: updates write no media.
    loaded = found?.media && { media: found.media };
    return found;
  };

  const checked = (found: Found): Checked | Refused<Refusal> => {
    const refused = precondition(found.business);
    if (refused !== undefined) return { refused };
    const { violations, writes } = check(prepared, found);
    return violations.length > 0 ? { violations } : { writes, based: found };
  };

  // A refusal ends the loop, as a saved record does.
  const result = await revise<Found | Refused<Refusal>, Checked | Refused<Refusal>>({
    replay:
      store.idempotency?.executed &&
      (async () => {
        const outcome = await businesses(store).update(businessNumber, { writes: {} });
        return 'saved' in outcome ? { saved: { business: outcome.saved } } : { refused: 'absent' };
      }),
    readsFirst: !isBlind,
    find: read,
    check: (found) => (found && 'business' in found ? checked(found) : blind && { writes: blind.writes, added }),
    save: async (attempt) => {
      if (!('writes' in attempt)) return { saved: attempt };
      const { based, writes } = attempt;
      if (validateOnly && based) return { saved: { business: preview(based.business, writes) } };
      const outcome = await save(store, businessNumber, attempt, prepared);
      if (outcome !== 'changed' && 'saved' in outcome) return { saved: { business: outcome.saved } };
      // The account's custom fields may have changed too; otherwise the record that was found is enough.
      if (outcome !== 'changed' && !prepared.needs.has('rows'))
        return { refused: outcome.refused, ...(outcome.found && { found: { ...based, business: outcome.found } }) };
      const found = await read();
      return found ? { refused: 'changed', found } : { refused: 'absent' };
    },
  });
  return result && 'business' in result ? { saved: result.business } : result;
};
