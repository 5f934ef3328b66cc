/** GET /v1/subscriptions/{subscriptionId}/deliveries: what was sent to the webhooks of a subscription. */
import { jobLists } from '../../lib/connectors/repository/job-list.ts';
import * as errors from '../../lib/contract/error-rows.ts';
import { ApiError } from '../../lib/http/api-error.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { listDeliveries } from '../../lib/subscriptions/contracts/list-deliveries.ts';
import { deliveryReply } from '../../lib/subscriptions/reply.ts';
import { deliveries } from '../../lib/subscriptions/repository/delivery.ts';
import { subscriptions } from '../../lib/subscriptions/repository/subscriptions.ts';

const { defaultSize } = listDeliveries.paging;

export const handler = endpoint(listDeliveries, async ({ store, path: { subscriptionId }, query, window }) => {
  const subscription = await subscriptions(store).findAny(subscriptionId);
  if (!subscription) throw new ApiError(errors.subscriptionNotFound);
  const { start, end } = window ?? { start: 0, end: defaultSize };
  const list = { status: query.status, start, end };
  const page =
    subscription.kind === 'connectors'
      ? await jobLists(store).page(subscription, list)
      : await deliveries(store).page(subscriptionId, list);
  return { totalCount: page.totalCount, deliveries: page.deliveries.map(deliveryReply) };
});
