/** Sets a business's status: reads the record, checks, and writes on the version it was based on. */
import type { PartnerStore } from '../dynamodb/table/partner-store.ts';
import { type Outcome, revise } from '../dynamodb/writes/until.ts';
import { type ActivationStatus, accounts } from '../partners/repository/account.ts';
import { businesses } from './repository/business.ts';
import { directory, type Named } from './repository/directory.ts';
import type { SettableStatus } from './rules/activation.ts';

interface Command {
  readonly status: SettableStatus;
  readonly validateOnly: boolean;
  /** Throws if a record of this version and status may not get the requested status. */
  readonly check: (version: number, status: ActivationStatus | undefined) => void;
}

const recordOf = (named: Named) => ('account' in named ? named.account : named.business);

/** Saves a record of either kind, on the version that was checked. */
const save = async (store: PartnerStore, named: Named, status: SettableStatus): Promise<Outcome<Named>> => {
  if ('account' in named) {
    const { account } = named;
    const outcome = await accounts(store).update(account.accountNumber, { writes: { status }, basedOn: account });
    if ('saved' in outcome) return { saved: { account: outcome.saved } };
    return { refused: outcome.refused, ...(outcome.found && { found: { account: outcome.found } }) };
  }
  const { business } = named;
  const outcome = await businesses(store).update(business.businessNumber, { writes: { status }, basedOn: business });
  if ('saved' in outcome) return { saved: { business: outcome.saved } };
  return { refused: outcome.refused, ...(outcome.found && { found: { business: outcome.found } }) };
};

/**
 * Sets the status of a location or an account, or only validates the change.
 *
 * @returns whether the record exists
 */
export const setStatus = async (
  store: PartnerStore,
  number: number,
  { status, validateOnly, check }: Command,
): Promise<boolean> => {
  // Already executed under its idempotency key: the response needs no record.
  if (store.idempotency?.executed) return true;
  const checked = (named: Named | undefined) => {
    if (named) check(recordOf(named).version, recordOf(named).status);
    return { status };
  };
  const saved = await revise<Named, { readonly status: SettableStatus }>({
    readsFirst: true,
    find: () => directory(store).find(number),
    check: checked,
    save: async (_, named) => {
      if (!named) return { refused: 'absent' };
      return validateOnly ? { saved: named } : save(store, named, status);
    },
  });
  return saved !== undefined;
};
