/** List deliveries: what was sent to the webhooks of a subscription, and what came of it. */
import { text } from '../../contract/atoms.ts';
import * as errors from '../../contract/error-rows.ts';
import { field } from '../../contract/field.ts';
import * as laterErrors from '../../contract/later-error-rows.ts';
import type { Contract } from '../../contract/operation.ts';
import { subscriptionId } from './parts.ts';

const STATUSES = ['pending', 'delivered', 'failed'] as const;
const nullable = (type: string) => ({ type: [type, 'null'] }) as const;

export const listDeliveries = {
  id: 'listDeliveries',
  module: 'subscriptions',
  method: 'GET',
  path: '/v1/subscriptions/{subscriptionId}/deliveries',
  summary: 'List deliveries',
  tag: 'Subscriptions',
  description: `What was sent to the webhooks of a subscription, or is to be, newest first. A delivery is kept for 30 days, and
listed within a second. \`totalCount\` is exact up to 100,000, where it stops.`,
  pathParameters: { subscriptionId },
  query: {
    status: { description: 'Only those of this status', schema: { enum: STATUSES } },
  },
  paging: {
    start: 'startIndex',
    size: 'pageSize',
    defaultSize: 1000,
    most: 1000,
    tooDeep: laterErrors.pageTooDeep,
  },
  reply: {
    title: 'Deliveries',
    type: 'object',
    required: ['totalCount', 'deliveries'],
    properties: {
      totalCount: field({ type: 'integer' }, 'How many there are in all', 1),
      deliveries: field(
        {
          type: 'array',
          items: {
            title: 'Delivery',
            type: 'object',
            required: ['id', 'event', 'webhookId', 'status', 'attempts', 'nextAttemptAt'],
            properties: {
              id: field(text, 'Id of the delivery, by which it can be replayed', 'dlv_1790000000000_4be1a874356f0d2c'),
              event: field(text, 'Name of the event', 'BUSINESS_UPDATED'),
              webhookId: field(text, 'The webhook', 'wh_6f0d2c9be1a87435'),
              status: field({ enum: STATUSES }, 'pending: it is tried, or waits for another try', 'delivered'),
              attempts: field(
                {
                  type: 'array',
                  items: {
                    title: 'Attempt',
                    type: 'object',
                    required: ['at', 'status', 'error', 'milliseconds'],
                    properties: {
                      at: field(
                        { ...text, format: 'date-time' },
                        'When it was made, ISO 8601 in UTC',
                        '2026-03-04T05:06:07.890Z',
                      ),
                      status: field(nullable('integer'), 'The status that the endpoint answered', 200),
                      error: field(nullable('string'), 'Why there was no answer', null),
                      milliseconds: field(nullable('integer'), 'How long it took', 87),
                    },
                  },
                },
                'The newest 20 tries, oldest first',
              ),
              nextAttemptAt: field(
                { ...nullable('string'), format: 'date-time' },
                'When it is tried again, ISO 8601 in UTC, while it is pending',
                null,
              ),
            },
          },
        },
        'The page',
      ),
    },
  },
  errors: { subscriptionNotFound: errors.subscriptionNotFound },
  access: ['GetItem', 'Query', 'BatchGetItem'],
} as const satisfies Contract;
