/** GET /v1/business/public/custom-fields/get/{fieldId}: one custom field, and its value at a location. */
import * as errors from '../../lib/contract/error-rows.ts';
import { locationOf } from '../../lib/fields/accounts.ts';
import { getField } from '../../lib/fields/contracts/get-field.ts';
import { fieldReply, versionOf } from '../../lib/fields/reply.ts';
import { fields } from '../../lib/fields/repository/fields.ts';
import { ApiError, refuseParameter } from '../../lib/http/api-error.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { Versioned } from '../../lib/http/versions.ts';
import { openAccount } from '../../lib/partners/repository/open-account.ts';

export const handler = endpoint(getField, async ({ store, path, query: { locationBizNumber }, headers }) => {
  const accountNumber = await openAccount(store, headers['x-business-number']);
  if (accountNumber === undefined) throw new ApiError(errors.businessInvalid);
  const owner = { partnerId: store.partnerId, accountNumber };
  const [field, location] = await Promise.all([
    fields(store).find(owner, path.fieldId),
    locationBizNumber === undefined ? undefined : locationOf(store, accountNumber, locationBizNumber),
  ]);
  if (locationBizNumber !== undefined && !location) refuseParameter('locationBizNumber', errors.businessInvalid);
  if (!field) throw new ApiError(errors.fieldNotFound);
  return new Versioned(fieldReply(field, location), versionOf(field, location));
});
