/** Delete subscription: the same as unsubscribe, by the method that says so. */
import * as errors from '../../contract/error-rows.ts';
import type { Contract } from '../../contract/operation.ts';
import { subscriptionId } from './parts.ts';
import { unsubscribed } from './unsubscribe.ts';

export const deleteSubscription = {
  id: 'deleteSubscription',
  module: 'subscriptions',
  method: 'DELETE',
  path: '/v1/subscriptions/{subscriptionId}',
  summary: 'Delete subscription',
  tag: 'Subscriptions',
  description: `Ends a subscription: nothing more is sent, and its secrets are erased. Deliveries that wait for another try are
given up.`,
  pathParameters: { subscriptionId },
  writes: true,
  lasting: true,
  secrets: 'erases',
  reply: unsubscribed,
  errors: { subscriptionNotFound: errors.subscriptionNotFound },
  access: ['Query', 'PutItem', 'DeleteItem', 'UpdateItem'],
} as const satisfies Contract;
