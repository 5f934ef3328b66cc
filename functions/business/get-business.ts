/** GET /v1/business/{businessId}: a location or an account as it is stored. */
import { getBusiness } from '../../lib/business/contracts/get-business.ts';
import { recordReply } from '../../lib/business/record-reply.ts';
import { directory } from '../../lib/business/repository/directory.ts';
import { isSelected, selectedFields } from '../../lib/business/rules/selected-fields.ts';
import * as errors from '../../lib/contract/error-rows.ts';
import { average } from '../../lib/contract/rated.ts';
import { ApiError } from '../../lib/http/api-error.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { Versioned } from '../../lib/http/versions.ts';
import { counts } from '../../lib/insight/repository/counts.ts';

const COUNTED = ['reviewCount', 'avgRating'];

export const handler = endpoint(getBusiness, async ({ store, path: { businessId }, query: { fields } }) => {
  // Counts are not part of the record: they have no version, and may be some seconds old.
  const asksCounts = COUNTED.some((name) => isSelected(fields, name));
  const [named, counted] = await Promise.all([
    directory(store).find(businessId),
    asksCounts ? counts(store).totals([businessId]) : undefined,
  ]);
  if (!named) throw new ApiError(errors.businessInvalid);
  const { version } = 'account' in named ? named.account : named.business;
  const record = { ...recordReply(named), ...average(counted?.get(businessId)?.reviews ?? []) };
  return new Versioned(selectedFields(record, fields), version);
});
