/** GET /v1/integrations/{businessId}: the mappings of an account or of a location. */
import { ApiError } from '../../lib/http/api-error.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { listIntegrations } from '../../lib/integrations/contracts/list-integrations.ts';
import { pageOfMappings } from '../../lib/integrations/list.ts';

export const handler = endpoint(listIntegrations, async ({ store, path, query }) => {
  const { integrationGroupId, active, startIndex = 0, pageSize = 100 } = query;
  const found = await pageOfMappings(store, {
    businessId: path.businessId,
    integrationGroupId,
    active,
    window: { start: startIndex, end: startIndex + pageSize },
  });
  if ('refused' in found) throw new ApiError(found.refused);
  return {
    totalCount: found.totalCount,
    integrations: found.mappings.map(({ accountNumber: _, ...shown }) => shown),
  };
});
