/** POST /v1/alpha-services/service/update: changes a service of an account. */
import { changesOf } from '../../lib/contract/fields.ts';
import { ApiError } from '../../lib/http/api-error.ts';
import { endpointWithRules } from '../../lib/http/endpoint.ts';
import { updateService } from '../../lib/services/contracts/update-service.ts';
import { changeViolations, decimalViolations } from '../../lib/services/rules/prices.ts';
import { updateServiceIn } from '../../lib/services/update.ts';

export const handler = endpointWithRules(
  updateService,
  {
    prepare: (normalized) => ({
      prepared: changesOf(updateService.request, normalized),
      violations: decimalViolations(normalized.body.price),
      late: changeViolations(normalized),
    }),
  },
  async ({ store, query, prepared: { serviceId, ...changes }, validateOnly }) => {
    const command = { businessId: query.businessId, serviceId: String(serviceId), changes, validateOnly };
    const outcome = await updateServiceIn(store, command);
    if (outcome !== 'done') throw new ApiError(outcome.refused);
    return {};
  },
);
