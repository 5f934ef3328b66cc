/** Requests of get usage against the demo data. */
import type { Cases } from '../../contract/cases.ts';
import type { getUsage } from './get-usage.ts';

export const getUsageCases: Cases<typeof getUsage> = {
  parameters: {},
  examples: [
    {
      summary: 'A plan without a quota',
      ofDemo: true,
      reply: {
        plan: 'enterprise',
        rateLimit: 500,
        burstLimit: 1000,
        quota: null,
        today: { date: '2026-11-22', used: 1287 },
        month: { since: '2026-11-01', used: 48211 },
        remaining: null,
        resetsAt: null,
        asOf: '2026-11-22T10:15:00.000Z',
      },
      varies: ['today', 'month', 'asOf'],
    },
  ],
  provocations: {},
  foreign: {},
};
