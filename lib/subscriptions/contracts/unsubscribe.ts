/** Unsubscribe: ends a subscription, by the path of the interface. */
import * as errors from '../../contract/error-rows.ts';
import type { Contract } from '../../contract/operation.ts';
import { businessId, message, subscriptionId } from './shared-schemas.ts';

export const unsubscribed = {
  title: 'Unsubscribed',
  type: 'object',
  required: ['message'],
  properties: { message: { ...message, examples: ['Unsubscribed'] } },
} as const;

export const unsubscribe = {
  id: 'unsubscribe',
  module: 'subscriptions',
  method: 'GET',
  path: '/v1/subscriptions/unsubscribe/{subscriptionId}',
  summary: 'Unsubscribe',
  tag: 'Subscriptions',
  description: `Deletes a subscription: nothing more is sent, and its secrets are erased. This is a GET that writes, so nothing should
follow the URL on its own. Delete subscription does the same.

- \`businessId\` is the account of the subscription, or its location; any other business returns 1005.
- Pending deliveries are dropped.`,
  pathParameters: { subscriptionId },
  query: { businessId },
  writes: true,
  lasting: true,
  secrets: 'erases',
  reply: unsubscribed,
  errors: { subscriptionNotFound: errors.subscriptionNotFound, businessInvalid: errors.businessInvalid },
  access: ['BatchGetItem', 'Query', 'PutItem', 'DeleteItem', 'UpdateItem'],
} as const satisfies Contract;
