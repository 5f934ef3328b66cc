/** GET /v1/business/{businessId}: a location or an account as it is stored. */
import { getBusiness } from '../../lib/business/contracts/get-business.ts';
import { recordReply } from '../../lib/business/record-reply.ts';
import { directory } from '../../lib/business/repository/directory.ts';
import { selectedFields } from '../../lib/business/rules/selected-fields.ts';
import * as errors from '../../lib/contract/error-rows.ts';
import { ApiError } from '../../lib/http/api-error.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { Versioned } from '../../lib/http/versions.ts';

export const handler = endpoint(getBusiness, async ({ store, path, query }) => {
  const named = await directory(store).find(path.businessId);
  if (!named) throw new ApiError(errors.businessInvalid);
  const { version } = 'account' in named ? named.account : named.business;
  return new Versioned(selectedFields(recordReply(named), query.fields), version);
});
