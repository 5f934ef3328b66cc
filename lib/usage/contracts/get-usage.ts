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
  description: `Returns the plan of your key, how many requests were accepted today and this month, and what is left of the quota.

- All keys of a partner on the same plan share its limits and are counted together. This request counts too.
- Days and periods are in UTC; a week begins on Sunday, a month on its first day.
- Requests refused with 429, or because of their key, are not counted.
- The figures may be a minute old: see \`asOf\`. The counts themselves may be delayed.`,
  reply: {
    title: 'Usage',
    type: 'object',
    required: ['plan', 'rateLimit', 'burstLimit', 'quota', 'today', 'month', 'remaining', 'resetsAt', 'asOf'],
    properties: {
      plan: field(text, 'The name of the plan', 'standard'),
      rateLimit: field({ type: 'number', format: 'double' }, 'Requests per second', 50),
      burstLimit: field({ type: 'integer' }, 'Burst: most requests that may arrive together', 100),
      quota: field(
        {
          title: 'UsageQuota',
          type: ['object', 'null'],
          required: ['limit', 'period'],
          properties: {
            limit: field(count, 'Requests in a period', 1000000),
            period: field({ enum: ['DAY', 'WEEK', 'MONTH'] }, 'When it resets', 'MONTH'),
          },
        },
        'Quota; null without one',
      ),
      today: {
        title: 'UsageToday',
        description: 'Accepted requests of today',
        type: 'object',
        required: ['date', 'used'],
        properties: {
          date: field(text, 'The day, in UTC', '2026-11-22'),
          used: field(count, 'Requests of the day', 1287),
        },
      },
      month: {
        title: 'UsageMonth',
        description: 'Accepted requests of this month',
        type: 'object',
        required: ['since', 'used'],
        properties: {
          since: field(text, 'Its first day', '2026-11-01'),
          used: field(count, 'Requests since then', 48211),
        },
      },
      remaining: field({ ...count, type: ['integer', 'null'] }, 'Requests left in the quota; null without one', 951789),
      resetsAt: field(
        { type: ['string', 'null'] },
        'When the quota resets, in UTC; null without a quota',
        '2026-12-01T00:00:00.000Z',
      ),
      asOf: field(text, 'Time of the figures, in UTC', '2026-11-22T10:15:00.000Z'),
    },
  },
  errors: {},
  access: ['GetItem'],
  usage: 'reads',
} as const satisfies Contract;
