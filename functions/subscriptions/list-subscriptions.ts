/** GET /v1/subscriptions: the subscriptions of an account with those of its locations, or of one location. */
import * as errors from '../../lib/contract/error-rows.ts';
import { ApiError } from '../../lib/http/api-error.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { accounts } from '../../lib/partners/repository/account.ts';
import { listSubscriptions } from '../../lib/subscriptions/contracts/list-subscriptions.ts';
import { subscriptionReply } from '../../lib/subscriptions/reply.ts';
import { subscriptions } from '../../lib/subscriptions/repository/subscriptions.ts';

export const handler = endpoint(listSubscriptions, async ({ store, query: { businessId } }) => {
  const accountNumber = await accounts(store).named(businessId);
  if (accountNumber === undefined) throw new ApiError(errors.businessInvalid);
  const all = await subscriptions(store).ofAccount(accountNumber);
  const isMeant = (of: number) => businessId === accountNumber || of === businessId;
  return all.filter(({ subscription }) => isMeant(subscription.businessId)).map(subscriptionReply);
});
