/** Delete subscription: the same as unsubscribe, by the method that says so. */
import * as errors from '../../contract/error-rows.ts';
import type { Contract } from '../../contract/operation.ts';
import { subscriptionId } from './shared-schemas.ts';
import { unsubscribed } from './unsubscribe.ts';

export const deleteSubscription = {
  id: 'deleteSubscription',
  module: 'subscriptions',
  method: 'DELETE',
  path: '/v1/subscriptions/{subscriptionId}',
  summary: 'Delete subscription',
  tag: 'Subscriptions',
  description: `Deletes a subscription: nothing more is sent, and its secrets are erased. Pending deliveries are dropped.`,
  pathParameters: { subscriptionId },
  writes: true,
  lasting: true,
  secrets: 'erases',
  reply: unsubscribed,
  errors: { subscriptionNotFound: errors.subscriptionNotFound },
  access: ['Query', 'PutItem', 'DeleteItem', 'UpdateItem'],
} as const satisfies Contract;
