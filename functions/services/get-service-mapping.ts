/** GET /v1/alpha-services/service/location-mapping: the services of each alpha category of a location. */
import { ApiError } from '../../lib/http/api-error.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { getServiceMapping } from '../../lib/services/contracts/get-service-mapping.ts';
import { serviceReply } from '../../lib/services/reply.ts';
import { mappingAt } from '../../lib/services/set-mapping.ts';

export const handler = endpoint(getServiceMapping, async ({ store, query }) => {
  const mapped = await mappingAt(store, query.businessId);
  if ('refused' in mapped) throw new ApiError(mapped.refused);
  return Object.fromEntries([...mapped].map(([category, each]) => [category, each.map(serviceReply)]));
});
