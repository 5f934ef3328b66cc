/** Update service: read it, validate it as it would stand, write on what was read. */
import type { ErrorEntry } from '../contract/error-entry.ts';
import * as errors from '../contract/error-rows.ts';
import { naming } from '../contract/errors.ts';
import type { Changes } from '../contract/fields.ts';
import { clock } from '../dynamodb/client/clock.ts';
import { differs, withChanges } from '../dynamodb/table/expressions.ts';
import type { PartnerStore } from '../dynamodb/table/partner-store.ts';
import { USUAL_ATTEMPTS, until } from '../dynamodb/writes/until.ts';
import { openAccount } from '../partners/repository/open-account.ts';
import type { StoredService } from './repository/service.ts';
import { services } from './repository/services.ts';
import { lacksOther } from './rules/prices.ts';

interface UpdateCommand {
  readonly businessId: number;
  readonly serviceId: string;
  /** By name; `null` clears one. */
  readonly changes: Changes;
  readonly validateOnly: boolean;
}

export type Done = 'done' | { readonly refused: ErrorEntry };

/** What the stored service has against these changes. */
const problemOf = ({ name, item }: StoredService, changes: Changes): ErrorEntry | undefined => {
  if (changes.name !== undefined && changes.name !== name) return errors.serviceNameInvalid;
  const { price, currencyCode } = withChanges(item, changes);
  return lacksOther(price, currencyCode) ? errors.priceWithoutCurrency : undefined;
};

/** @throws StoreUnavailable */
export const updateServiceIn = async (
  store: PartnerStore,
  { businessId, serviceId, changes, validateOnly }: UpdateCommand,
): Promise<Done> => {
  if (store.idempotency?.executed) return 'done';
  const { find, change } = services(store);
  return until<Done>(USUAL_ATTEMPTS, async () => {
    const accountNumber = await openAccount(store, businessId);
    if (accountNumber === undefined) return { refused: errors.businessInvalid };
    const stored = await find({ partnerId: store.partnerId, accountNumber }, serviceId);
    if (!stored) return { refused: naming(errors.serviceNotFound, serviceId) };
    const refused = problemOf(stored, changes);
    if (refused) return { refused };
    if (validateOnly) return 'done';
    const updatedOn = new Date(clock.now()).toISOString();
    return change(stored, differs(changes, stored.item) ? { ...changes, updatedOn } : {});
  });
};
