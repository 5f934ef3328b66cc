/** Requests that the cases about what reviews say share. */
import { foreignLocations } from './report.cases.ts';

export const foreignChoice = {
  businessNumbers: foreignLocations({}),
  competitors: {
    foreign: { body: { competitors: [{ competitorId: 810100 }] } },
    absent: { body: { competitors: [{ competitorId: 819999 }] } },
    code: 1011,
  },
} as const;

export const year = { startDate: '01/01/2025', endDate: '12/31/2025' } as const;

export const lonely = {
  body: { endDate: '12/31/2025' },
  message: 'startDate is required with endDate',
  violations: [{ pointer: '/startDate' }],
} as const;
