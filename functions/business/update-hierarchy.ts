/** POST /v1/business/business-hierarchy/location/update-mapping/{businessId}: maps a location to levels of its account. */
import { updateHierarchy } from '../../lib/business/contracts/update-hierarchy.ts';
import { readMapping } from '../../lib/business/rules/mapping.ts';
import { updateMapping } from '../../lib/business/update-mapping.ts';
import { ApiError } from '../../lib/http/api-error.ts';
import { endpointWithRules } from '../../lib/http/endpoint.ts';
import { requireVersion } from '../../lib/http/versions.ts';

export const handler = endpointWithRules(
  updateHierarchy,
  {
    prepare: ({ body }) => {
      const { mapping, violations } = readMapping(body);
      return { prepared: mapping, violations };
    },
  },
  async ({ store, path, prepared: mapping, validateOnly, ifMatch }) => {
    await updateMapping(store, {
      businessNumber: path.businessId,
      mapping,
      validateOnly,
      requireVersion: (version) => requireVersion(ifMatch, version),
      refuse: (error) => {
        throw new ApiError(error);
      },
    });
    return {};
  },
);
