/** POST /v1/business/public/custom-fields/getList: a page of the custom fields of an account. */
import * as errors from '../../lib/contract/error-rows.ts';
import { locationOf } from '../../lib/fields/accounts.ts';
import { listFields } from '../../lib/fields/contracts/list-fields.ts';
import { pageOf, searchViolations } from '../../lib/fields/list.ts';
import { fieldReply } from '../../lib/fields/reply.ts';
import { registerOf } from '../../lib/fields/repository/register.ts';
import { ApiError, refuseParameter } from '../../lib/http/api-error.ts';
import { endpointWithRules } from '../../lib/http/endpoint.ts';
import { openAccount } from '../../lib/partners/repository/open-account.ts';

export const handler = endpointWithRules(
  listFields,
  { prepare: (normalized) => ({ prepared: undefined, violations: searchViolations(normalized) }) },
  async ({ store, query: { locationBizNumber }, headers, body }) => {
    const accountNumber = await openAccount(store, headers['x-business-number']);
    if (accountNumber === undefined) throw new ApiError(errors.businessInvalid);
    const [register, location] = await Promise.all([
      registerOf(store, accountNumber),
      locationBizNumber === undefined ? undefined : locationOf(store, accountNumber, locationBizNumber),
    ]);
    if (locationBizNumber !== undefined && !location) refuseParameter('locationBizNumber', errors.businessInvalid);
    return pageOf(register.fields, body).map((field) => fieldReply(field, location));
  },
);
