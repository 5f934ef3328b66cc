/** POST /v1/alpha-services/service/delete: deletes services of an account. */
import { ApiError } from '../../lib/http/api-error.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { deleteServices } from '../../lib/services/contracts/delete-services.ts';
import { deleteServicesIn } from '../../lib/services/delete.ts';

export const handler = endpoint(deleteServices, async ({ store, query, body, validateOnly }) => {
  const command = { businessId: query.businessId, serviceIds: [...new Set(body.serviceIds)], validateOnly };
  const outcome = await deleteServicesIn(store, command);
  if (outcome !== 'done') throw new ApiError(outcome.refused);
  return {};
});
