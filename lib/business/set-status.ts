/** Set business status from what is wanted to the record as saved: read, judge, write on its version. */
import type { PartnerStore } from '../dynamodb/partner-store.ts';
import { type Outcome, revise } from '../dynamodb/revise.ts';
import { type ActivationStatus, accounts } from '../partners/repository/account.ts';
import { businesses } from './repository/business.ts';
import { directory, type Named } from './repository/directory.ts';
import type { SettableStatus } from './rules/activation.ts';

interface Order {
  readonly status: SettableStatus;
  readonly validateOnly: boolean;
  /** Throws where a record of this version and status may not be given the one that is wanted. */
  readonly judge: (version: number, status: ActivationStatus | undefined) => void;
}

const recordOf = (named: Named) => ('account' in named ? named.account : named.business);

/** Saves a record of either kind on the version that was judged. */
const save = async (store: PartnerStore, named: Named, status: SettableStatus): Promise<Outcome<Named>> => {
  if ('account' in named) {
    const { account } = named;
    const outcome = await accounts(store).update(account.accountNumber, { writes: { status }, judgedOn: account });
    if ('saved' in outcome) return { saved: { account: outcome.saved } };
    return { refused: outcome.refused, ...(outcome.found && { found: { account: outcome.found } }) };
  }
  const { business } = named;
  const outcome = await businesses(store).update(business.businessNumber, { writes: { status }, judgedOn: business });
  if ('saved' in outcome) return { saved: { business: outcome.saved } };
  return { refused: outcome.refused, ...(outcome.found && { found: { business: outcome.found } }) };
};

/**
 * Gives a location or an account its status, or only judges it.
 *
 * @returns whether it is there
 */
export const setStatus = async (
  store: PartnerStore,
  number: number,
  { status, validateOnly, judge }: Order,
): Promise<boolean> => {
  // Executed before, under its idempotency key: nothing is answered but that it was done.
  if (store.claim?.executed) return true;
  const judged = (named: Named | undefined) => {
    if (named) judge(recordOf(named).version, recordOf(named).status);
    return { status };
  };
  const saved = await revise<Named, { readonly status: SettableStatus }>({
    readsFirst: true,
    find: () => directory(store).find(number),
    judge: judged,
    save: async (_, named) => {
      if (!named) return { refused: 'absent' };
      return validateOnly ? { saved: named } : save(store, named, status);
    },
  });
  return saved !== undefined;
};
