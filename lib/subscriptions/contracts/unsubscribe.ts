/** Unsubscribe: ends a subscription, by the path of the interface. */
import * as errors from '../../contract/error-rows.ts';
import type { Contract } from '../../contract/operation.ts';
import { businessId, message, subscriptionId } from './parts.ts';

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
  description: `Ends a subscription: nothing more is sent, and its secrets are erased. Though it is a GET, it writes: nothing
should follow the URL unasked. Delete subscription does the same.

- \`businessId\` is its account, or the location that it is for; any other of yours is 1005.
- Deliveries that wait for another try are given up.`,
  pathParameters: { subscriptionId },
  query: { businessId },
  writes: true,
  lasting: true,
  secrets: 'erases',
  reply: unsubscribed,
  errors: { subscriptionNotFound: errors.subscriptionNotFound, businessInvalid: errors.businessInvalid },
  access: ['BatchGetItem', 'Query', 'PutItem', 'DeleteItem', 'UpdateItem'],
} as const satisfies Contract;
