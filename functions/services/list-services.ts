/** POST /v1/alpha-services/services: a page of the services of an account. */
import * as errors from '../../lib/contract/error-rows.ts';
import { ApiError } from '../../lib/http/api-error.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { openAccount } from '../../lib/partners/repository/open-account.ts';
import { listServices } from '../../lib/services/contracts/list-services.ts';
import { serviceReply } from '../../lib/services/reply.ts';
import { services } from '../../lib/services/repository/services.ts';
import { pageOfServices } from '../../lib/services/rules/list.ts';

export const handler = endpoint(listServices, async ({ store, query, body, window }) => {
  const { businessId, sortBy, sortOrder } = query;
  const accountNumber = await openAccount(store, businessId);
  if (accountNumber === undefined) throw new ApiError(errors.businessInvalid);
  const all = await services(store).listed({ partnerId: store.partnerId, accountNumber });
  const page = pageOfServices(all, { window: window!, search: body.search, sortBy, sortOrder });
  return { totalCount: page.totalCount, services: page.services.map(serviceReply) };
});
