/** POST /v1/alpha-services/service/create: adds a service to the list of an account. */
import { ApiError } from '../../lib/http/api-error.ts';
import { endpointWithRules } from '../../lib/http/endpoint.ts';
import { createService } from '../../lib/services/contracts/create-service.ts';
import { createServiceIn, type NewService } from '../../lib/services/create.ts';
import { creationViolations } from '../../lib/services/rules/prices.ts';

export const handler = endpointWithRules(
  createService,
  { prepare: ({ body }) => ({ prepared: body as unknown as NewService, violations: creationViolations(body) }) },
  async ({ store, query, prepared: service, validateOnly }) => {
    const created = await createServiceIn(store, { businessId: query.businessId, service, validateOnly });
    if ('refused' in created) throw new ApiError(created.refused);
    return created;
  },
);
