/** Delete services: all that are named, or none if the account lacks one of them. */
import * as errors from '../contract/error-rows.ts';
import { naming } from '../contract/errors.ts';
import type { PartnerStore } from '../dynamodb/table/partner-store.ts';
import { deleteCounted } from '../dynamodb/writes/delete-counted.ts';
import { openAccount } from '../partners/repository/open-account.ts';
import { isServiceId, serviceCounter, serviceKey } from './repository/service.ts';
import type { Done } from './update.ts';

interface DeleteCommand {
  readonly businessId: number;
  readonly serviceIds: readonly string[];
  readonly validateOnly: boolean;
}

/** @throws StoreUnavailable */
export const deleteServicesIn = async (
  store: PartnerStore,
  { businessId, serviceIds: ids, validateOnly }: DeleteCommand,
): Promise<Done> => {
  const accountNumber = await openAccount(store, businessId);
  if (accountNumber === undefined) return store.idempotency?.executed ? 'done' : { refused: errors.businessInvalid };
  const owner = { partnerId: store.partnerId, accountNumber };
  const outcome = await deleteCounted(store, {
    ids,
    keyOf: (id) => (isServiceId(id) ? serviceKey(owner, id) : undefined),
    counter: serviceCounter(owner),
    validateOnly,
  });
  return outcome === 'done' ? outcome : { refused: naming(errors.servicesNotFound, outcome.unknown) };
};
