/** DELETE /v1/business/{businessId}: deletes a location, or an account without locations and sub-accounts. */
import { deleteBusiness, suspendedKept } from '../../lib/business/contracts/delete-business.ts';
import { deleteRecord } from '../../lib/business/delete.ts';
import * as errors from '../../lib/contract/error-rows.ts';
import * as laterErrors from '../../lib/contract/later-error-rows.ts';
import { ApiError } from '../../lib/http/api-error.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { requireVersion } from '../../lib/http/versions.ts';

export const handler = endpoint(deleteBusiness, async ({ store, path, validateOnly, ifMatch }) => {
  const wasThere = await deleteRecord(store, path.businessId, {
    validateOnly,
    check: (record) => {
      const { version, status } = 'account' in record ? record.account : record.business;
      requireVersion(ifMatch, version);
      if (status === 'suspended') throw new ApiError(suspendedKept);
    },
    refuseChildren: () => {
      throw new ApiError(errors.accountHasChildren);
    },
  });
  if (!wasThere) throw new ApiError(laterErrors.businessNotFound);
  return {};
});
