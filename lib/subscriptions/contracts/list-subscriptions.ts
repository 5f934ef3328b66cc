/** List subscriptions: those of an account with those of its locations, or of one location. */
import { text } from '../../contract/atoms.ts';
import * as errors from '../../contract/error-rows.ts';
import { field } from '../../contract/field.ts';
import type { Contract } from '../../contract/operation.ts';
import { businessId, webhook } from './shared-schemas.ts';

export const listSubscriptions = {
  id: 'listSubscriptions',
  module: 'subscriptions',
  method: 'GET',
  path: '/v1/subscriptions',
  summary: 'List subscriptions',
  tag: 'Subscriptions',
  description: `Lists the subscriptions of an account and of its locations, or those of one location, the oldest first, at most 50.
Secrets are not included. The list includes earlier writes immediately.`,
  query: { businessId },
  reply: {
    title: 'Subscriptions',
    type: 'array',
    items: {
      title: 'Subscription',
      type: 'object',
      required: ['id', 'businessId', 'webhooks', 'createdAt'],
      properties: {
        id: field(text, 'Id of the subscription', 'sub_f077_07_4be1a874356f0d2c'),
        businessId: field(
          { type: 'integer', format: 'int64' },
          'The account or location whose events are sent',
          700100,
        ),
        webhooks: field({ type: 'array', items: webhook }, 'Its webhooks'),
        createdAt: field(
          { ...text, format: 'date-time' },
          'When it was subscribed, ISO 8601 in UTC',
          '2026-03-04T05:06:07.890Z',
        ),
      },
    },
  },
  errors: { businessInvalid: errors.businessInvalid },
  access: ['BatchGetItem', 'Query'],
} as const satisfies Contract;
