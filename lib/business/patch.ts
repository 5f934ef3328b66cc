/**
 * Patches a location or an account. A location goes through the pipeline of update business (`update.ts`); an account has
 * few fields of its own.
 */
import { isDeepStrictEqual } from 'node:util';
import type { Normalized } from '../contract/coercion.ts';
import type { Changes } from '../contract/fields.ts';
import type { Violation } from '../contract/violations.ts';
import { differs, withChanges } from '../dynamodb/table/expressions.ts';
import type { PartnerStore } from '../dynamodb/table/partner-store.ts';
import { checkRecordBytes, recordBytes } from '../dynamodb/table/record-size.ts';
import { revise } from '../dynamodb/writes/until.ts';
import { accountFrom, accounts, type StoredAccount } from '../partners/repository/account.ts';
import { accountOnly } from './contracts/patch-fields.ts';
import { businesses, businessFrom } from './repository/business.ts';
import { directory, type Named } from './repository/directory.ts';
import { accountChanges, accountViolations, ignoredPaths, storedAccountViolations } from './rules/account-patch.ts';
import { type PreparedUpdate, prepareUpdate } from './rules/profile-update.ts';
import { allViolations, type Refused, updateRecord } from './update.ts';
import { type Loadable, unchangedFields } from './update-loaders.ts';

/** What was read to find the fields of a patch that change nothing. */
export type PatchContext = { readonly account: StoredAccount } | Partial<Loadable>;

/** A patch with the results of checking its request alone. */
export type PreparedPatch =
  | { readonly account: StoredAccount; readonly changes: Changes; readonly violations: readonly Violation[] }
  | { readonly update: PreparedUpdate; readonly known: Partial<Loadable>; readonly violations: readonly Violation[] };

/** A patch to execute. */
export interface PatchCommand<Refusal> {
  readonly prepared: PreparedPatch;
  /** The refusal of any patch of this version of the record. */
  readonly precondition: (record: { readonly version: number }) => Refusal | undefined;
  /** Whether to validate without saving. */
  readonly validateOnly: boolean;
}

/** The record as it is, or would be; of a dry run, whether the patch would change it. */
export interface Patched {
  readonly saved: Named;
  readonly wouldChange?: boolean | undefined;
}

/**
 * Reads the record, and finds the fields of the patch to ignore: those that the record has already, and those that its
 * kind does not have. Two calls at most.
 *
 * @param within - an account: what is none of its locations counts as absent
 */
export const readForPatch = async (
  store: PartnerStore,
  number: number,
  normalized: Normalized,
  within?: number,
): Promise<{ readonly paths: readonly string[]; readonly known: PatchContext }> => {
  const found = await directory(store).find(number);
  const isThere = within === undefined || (found && 'business' in found && found.business.accountNumber === within);
  const named = isThere ? found : undefined;
  if (named && 'account' in named) return { paths: ignoredPaths(normalized, named.account), known: named };
  const { paths, known } = await unchangedFields(store, number, normalized, { business: named?.business });
  return { paths: [...paths, ...accountOnly], known };
};

/**
 * Checks a patch by its request alone.
 *
 * @param known - what was read for it; absent for a request that was executed before
 * @param now - epoch milliseconds
 */
export const preparePatch = (normalized: Normalized, known: PatchContext = {}, now: number): PreparedPatch => {
  if (!('account' in known)) {
    const update = prepareUpdate(normalized, now, true);
    return { update, known, violations: update.violations };
  }
  const changes = accountChanges(normalized);
  return { account: known.account, changes, violations: accountViolations(changes) };
};

/** Every violation of a patch, including those of the request alone; none if there is no record. */
export const patchViolations = async (
  store: PartnerStore,
  number: number,
  prepared: PreparedPatch,
): Promise<readonly Violation[]> =>
  'account' in prepared
    ? storedAccountViolations(prepared.changes, prepared.account)
    : allViolations(store, number, prepared.update, prepared.known);

/** The record as the earlier request under the key left it. */
const executedBefore = async (store: PartnerStore, number: number): Promise<Patched | undefined> => {
  const named = await directory(store).find(number);
  if (!named) return undefined;
  if ('account' in named) {
    const outcome = await accounts(store).update(number, { writes: {}, basedOn: named.account });
    return 'saved' in outcome ? { saved: { account: outcome.saved } } : undefined;
  }
  const outcome = await businesses(store).update(number, { writes: {} });
  return 'saved' in outcome ? { saved: { business: outcome.saved } } : undefined;
};

const previewOf = ({ item }: StoredAccount, changes: Changes): StoredAccount => {
  const after = withChanges(item, changes);
  checkRecordBytes(recordBytes(after));
  return accountFrom(after);
};

type AccountAttempt<Refusal> = Refused<Refusal> | { readonly writes: Changes };

const patchAccount = async <Refusal>(
  store: PartnerStore,
  { account: read, changes }: Extract<PreparedPatch, { account: unknown }>,
  { precondition, validateOnly }: PatchCommand<Refusal>,
): Promise<Patched | Refused<Refusal> | undefined> => {
  const { accountNumber } = read;
  const { find, update } = accounts(store);
  let known: StoredAccount | undefined = read;
  const result = await revise<StoredAccount | Refused<Refusal>, AccountAttempt<Refusal>>({
    readsFirst: true,
    find: async () => {
      const found = known ?? (await find(accountNumber));
      known = undefined;
      return found;
    },
    check: (found) => {
      if (!found || !('accountNumber' in found)) return undefined;
      const refused = precondition(found);
      if (refused !== undefined) return { refused };
      const violations = storedAccountViolations(changes, found);
      return violations.length > 0 ? { violations } : { writes: changes };
    },
    save: async (attempt, found) => {
      if (!('writes' in attempt)) return { saved: attempt };
      if (!found || !('accountNumber' in found)) return { refused: 'absent' };
      if (validateOnly) return { saved: previewOf(found, changes) };
      return update(accountNumber, { writes: changes, basedOn: found });
    },
  });
  if (!result || !('accountNumber' in result)) return result;
  return { saved: { account: result }, ...(validateOnly && { wouldChange: differs(changes, read.item) }) };
};

/**
 * Patches a record, or only validates the patch.
 *
 * @returns the record as saved, or as it would be; why it is not written; `undefined` if there is no record
 */
export const patchRecord = async <Refusal>(
  store: PartnerStore,
  number: number,
  command: PatchCommand<Refusal>,
): Promise<Patched | Refused<Refusal> | undefined> => {
  const { prepared, precondition, validateOnly } = command;
  if (store.idempotency?.executed) return executedBefore(store, number);
  if ('account' in prepared) return patchAccount(store, prepared, command);
  const { update, known } = prepared;
  const result = await updateRecord(store, number, {
    prepared: update,
    known,
    precondition,
    readsFirst: true,
    validateOnly,
  });
  if (!result || !('saved' in result)) return result;
  const { item, profile } = result.saved;
  const isChanged = () => item === undefined || !isDeepStrictEqual(businessFrom(item).profile, profile);
  return { saved: { business: result.saved }, ...(validateOnly && { wouldChange: isChanged() }) };
};
