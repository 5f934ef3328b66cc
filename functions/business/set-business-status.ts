/** PUT /v1/business/{businessId}/status: switches a location or an account on or off. */
import { setBusinessStatus } from '../../lib/business/contracts/set-business-status.ts';
import { checkActivation } from '../../lib/business/rules/activation.ts';
import { setStatus } from '../../lib/business/set-status.ts';
import * as laterErrors from '../../lib/contract/later-error-rows.ts';
import { ApiError } from '../../lib/http/api-error.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { requireVersion } from '../../lib/http/versions.ts';

export const handler = endpoint(setBusinessStatus, async ({ store, path, query, validateOnly, ifMatch }) => {
  const isThere = await setStatus(store, path.businessId, {
    status: query.astatus,
    validateOnly,
    check: (version, status) => {
      requireVersion(ifMatch, version);
      const refused = checkActivation(query.astatus, status);
      if (refused) throw new ApiError(refused);
    },
  });
  if (!isThere) throw new ApiError(laterErrors.businessNotFound);
  return {};
});
