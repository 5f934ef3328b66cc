/** Create service: read what stands at its name, validate, put. */
import type { ErrorEntry } from '../contract/error-entry.ts';
import * as errors from '../contract/error-rows.ts';
import { clock } from '../dynamodb/client/clock.ts';
import type { PartnerStore } from '../dynamodb/table/partner-store.ts';
import { countIn } from '../dynamodb/writes/counted.ts';
import { USUAL_ATTEMPTS, until } from '../dynamodb/writes/until.ts';
import { openAccount } from '../partners/repository/open-account.ts';
import { MOST_SERVICES, type ServiceDetails, serviceIdOf } from './repository/service.ts';
import { services } from './repository/services.ts';

/** What a dry run answers. */
const NO_ID = 'SERV0';

export type NewService = ServiceDetails & { readonly name: string };

/** @throws StoreUnavailable; ItemTooLarge */
export const createServiceIn = async (
  store: PartnerStore,
  {
    businessId,
    service,
    validateOnly,
  }: { readonly businessId: number; readonly service: NewService; readonly validateOnly: boolean },
): Promise<{ readonly serviceId: string } | { readonly refused: ErrorEntry }> => {
  const { executed } = store.idempotency ?? {};
  if (executed) return { serviceId: String(executed.result?.serviceId) };
  const { context, create } = services(store);
  return until(USUAL_ATTEMPTS, async () => {
    const accountNumber = await openAccount(store, businessId);
    if (accountNumber === undefined) return { refused: errors.businessInvalid };
    const owner = { partnerId: store.partnerId, accountNumber };
    const serviceId = serviceIdOf(accountNumber, service.name);
    const { found, counts } = await context(owner, serviceId);
    if (found) return { refused: errors.serviceExists };
    if (countIn(counts) >= MOST_SERVICES) return { refused: errors.serviceLimitReached };
    if (validateOnly) return { serviceId: NO_ID };
    const updatedOn = new Date(clock.now()).toISOString();
    const written = await create(owner, { ...service, serviceId, updatedOn }, counts);
    if ('refused' in written) return 'changed';
    return { serviceId: 'executed' in written ? String(written.executed.result?.serviceId) : serviceId };
  });
};
