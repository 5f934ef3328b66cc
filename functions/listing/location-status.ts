/** GET /v1/listing/status/location: how a location stands on the sites with listings. */
import { listingSites } from '../../lib/catalog/review-sources.ts';
import * as errors from '../../lib/contract/error-rows.ts';
import * as laterErrors from '../../lib/contract/later-error-rows.ts';
import { ApiError } from '../../lib/http/api-error.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { locationStatus } from '../../lib/listing/contracts/location-status.ts';
import { listings } from '../../lib/listing/repository/listing.ts';
import { siteStatuses } from '../../lib/listing/repository/site-status.ts';
import { statusReply } from '../../lib/listing/rules/location-status.ts';
import { accounts } from '../../lib/partners/repository/account.ts';

const aliases = listingSites.map(({ alias }) => alias);

export const handler = endpoint(locationStatus, async ({ store, query: { businessNumber } }) => {
  const [record, sites] = await Promise.all([
    listings(store).find(businessNumber),
    siteStatuses(store).find(businessNumber, aliases),
  ]);
  if (record) return statusReply(record, sites);
  const isAccount = (await accounts(store).named(businessNumber)) === businessNumber;
  throw new ApiError(isAccount ? errors.accountNumberSent : laterErrors.businessNotFound);
});
