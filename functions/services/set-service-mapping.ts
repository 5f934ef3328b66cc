/** POST /v1/alpha-services/services/location-mapping: sets the services of each alpha category of a location. */
import { ApiError } from '../../lib/http/api-error.ts';
import { endpointWithRules } from '../../lib/http/endpoint.ts';
import { setServiceMapping } from '../../lib/services/contracts/set-service-mapping.ts';
import { readServiceMapping } from '../../lib/services/rules/mapping-rules.ts';
import { setMapping } from '../../lib/services/set-mapping.ts';

export const handler = endpointWithRules(
  setServiceMapping,
  {
    prepare: ({ body }) => {
      const { mapping, violations } = readServiceMapping(body);
      return { prepared: mapping, violations };
    },
  },
  async ({ store, query, prepared: mapping, validateOnly }) => {
    const outcome = await setMapping(store, { businessNumber: query.businessId, mapping, validateOnly });
    if (outcome !== 'done') throw new ApiError(outcome.refused);
    return {};
  },
);
