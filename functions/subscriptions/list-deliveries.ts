/** GET /v1/subscriptions/{subscriptionId}/deliveries: what was sent to the webhooks of a subscription. */
import * as errors from '../../lib/contract/error-rows.ts';
import { ApiError } from '../../lib/http/api-error.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { listDeliveries } from '../../lib/subscriptions/contracts/list-deliveries.ts';
import { deliveryReply } from '../../lib/subscriptions/reply.ts';
import { deliveries } from '../../lib/subscriptions/repository/delivery.ts';
import { subscriptions } from '../../lib/subscriptions/repository/subscriptions.ts';

const { defaultSize } = listDeliveries.paging;

export const handler = endpoint(listDeliveries, async ({ store, path: { subscriptionId }, query, window }) => {
  const subscription = await subscriptions(store).find(subscriptionId);
  if (!subscription) throw new ApiError(errors.subscriptionNotFound);
  const { start, end } = window ?? { start: 0, end: defaultSize };
  const page = await deliveries(store).page(subscriptionId, { status: query.status, start, end });
  return { totalCount: page.totalCount, deliveries: page.deliveries.map(deliveryReply) };
});
