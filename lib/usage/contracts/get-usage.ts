/** Get usage: how much of its plan a key has used. */
import { text } from '../../contract/atoms.ts';
import { field } from '../../contract/field.ts';
import type { Contract } from '../../contract/operation.ts';

const count = { type: 'integer', format: 'int64', minimum: 0 } as const;

export const getUsage = {
  id: 'getUsage',
  module: 'usage',
  method: 'GET',
  path: '/v1/usage',
  summary: 'Get usage',
  tag: 'Usage',
  description: `The plan of the key that asks, how many requests were let through today and this month, and what is left of
the quota.

- Keys of one partner on one plan share its limits, and are counted together. So is this request.
- Days and periods are in UTC; a week begins on Sunday, a month on its first.
- Requests that are refused with a 429, or for their key, are not counted.
- The response may be a minute old: \`asOf\` says of when it is. The counts themselves may lag behind.`,
  reply: {
    title: 'Usage',
    type: 'object',
    required: ['plan', 'rateLimit', 'burstLimit', 'quota', 'today', 'month', 'remaining', 'resetsAt', 'asOf'],
    properties: {
      plan: field(text, 'The name of the plan', 'standard'),
      rateLimit: field({ type: 'number', format: 'double' }, 'Requests a second, over time', 50),
      burstLimit: field({ type: 'integer' }, 'Requests at once', 100),
      quota: field(
        {
          title: 'UsageQuota',
          type: ['object', 'null'],
          required: ['limit', 'period'],
          properties: {
            limit: field(count, 'Requests in a period', 1000000),
            period: field({ enum: ['DAY', 'WEEK', 'MONTH'] }, 'When it begins anew', 'MONTH'),
          },
        },
        'null where the plan has none',
      ),
      today: {
        title: 'UsageToday',
        description: 'What was let through today',
        type: 'object',
        required: ['date', 'used'],
        properties: {
          date: field(text, 'The day, in UTC', '2026-11-22'),
          used: field(count, 'Requests of the day', 1287),
        },
      },
      month: {
        title: 'UsageMonth',
        description: 'What was let through this month',
        type: 'object',
        required: ['since', 'used'],
        properties: {
          since: field(text, 'Its first day', '2026-11-01'),
          used: field(count, 'Requests since then', 48211),
        },
      },
      remaining: field(
        { ...count, type: ['integer', 'null'] },
        'Requests that are left of the quota; null without one',
        951789,
      ),
      resetsAt: field(
        { type: ['string', 'null'] },
        'When the quota begins anew, in UTC; null without one',
        '2026-12-01T00:00:00.000Z',
      ),
      asOf: field(text, 'When this was asked for, in UTC', '2026-11-22T10:15:00.000Z'),
    },
  },
  errors: {},
  access: ['GetItem'],
  usage: 'reads',
} as const satisfies Contract;
