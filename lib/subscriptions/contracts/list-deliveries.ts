/** List deliveries: what was sent to the webhooks of a subscription, and what came of it. */
import { text } from '../../contract/atoms.ts';
import * as errors from '../../contract/error-rows.ts';
import { field } from '../../contract/field.ts';
import * as laterErrors from '../../contract/later-error-rows.ts';
import type { Contract } from '../../contract/operation.ts';
import { subscriptionId } from './shared-schemas.ts';

const STATUSES = ['pending', 'delivered', 'failed'] as const;
const nullable = (type: string) => ({ type: [type, 'null'] }) as const;

export const listDeliveries = {
  id: 'listDeliveries',
  module: 'subscriptions',
  method: 'GET',
  path: '/v1/subscriptions/{subscriptionId}/deliveries',
  summary: 'List deliveries',
  tag: 'Subscriptions',
  description: `Lists the deliveries to the webhooks of a subscription, sent or pending, the newest first. A delivery is listed within
a second and kept for 30 days. \`totalCount\` is exact up to 100,000 and does not count further.`,
  pathParameters: { subscriptionId },
  query: {
    status: { description: 'Only deliveries with this status', schema: { enum: STATUSES } },
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
      totalCount: field({ type: 'integer' }, 'Total number', 1),
      deliveries: field(
        {
          type: 'array',
          items: {
            title: 'Delivery',
            type: 'object',
            required: ['id', 'event', 'webhookId', 'status', 'attempts', 'nextAttemptAt'],
            properties: {
              id: field(text, 'Id of the delivery, for replay', 'dlv_1790000000000_4be1a874356f0d2c'),
              event: field(text, 'Name of the event', 'BUSINESS_UPDATED'),
              webhookId: field(text, 'The webhook', 'wh_6f0d2c9be1a87435'),
              status: field({ enum: STATUSES }, 'pending: an attempt is running or scheduled', 'delivered'),
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
                        'Time of the attempt, ISO 8601 in UTC',
                        '2026-03-04T05:06:07.890Z',
                      ),
                      status: field(nullable('integer'), 'Status that the endpoint returned', 200),
                      error: field(nullable('string'), 'Why there was no response', null),
                      milliseconds: field(nullable('integer'), 'Duration in milliseconds', 87),
                    },
                  },
                },
                'The newest 20 attempts, oldest first',
              ),
              nextAttemptAt: field(
                { ...nullable('string'), format: 'date-time' },
                'Time of the next attempt, ISO 8601 in UTC, while pending',
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
