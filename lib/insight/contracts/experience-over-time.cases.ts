/** Requests of experience over time against the demo data. */
import type { Cases } from '../../contract/cases.ts';
import * as errors from '../../contract/error-rows.ts';
import { foreignAccount } from '../../contract/foreign.ts';
import type { experienceOverTime } from './experience-over-time.ts';

const march = { businessNumbers: [700105], startDate: '03/01/2025', endDate: '03/31/2025' };
const listingScore = 70;

/** A point of a period without responses. */
const point = (label: string, experienceScore: number | null, reputationScore: number | null, reviews: number) => ({
  label,
  experienceScore,
  sentimentScore: null,
  reputationScore,
  listingScore,
  responses: 0,
  reviews,
});

const others = (businessNumbers: readonly number[]) => ({ body: { ...march, businessNumbers } });

export const experienceOverTimeCases: Cases<typeof experienceOverTime> = {
  parameters: { 'x-business-number': 700100 },
  examples: [
    {
      summary: 'A month, week by week',
      body: march,
      reply: {
        dataPoints: [
          point('03/01/2025', null, null, 0),
          point('03/03/2025', 59.4, 54.2, 1),
          point('03/10/2025', 62.2, 58.3, 1),
          point('03/17/2025', 53.9, 45.8, 1),
          point('03/24/2025', null, null, 0),
          point('03/31/2025', null, null, 0),
        ],
      },
    },
    {
      summary: 'The best reviews of one source, in months',
      body: { ...march, endDate: '04/15/2025', reviewSources: ['Beta'], ratings: ['5'], groupByType: 'month' },
      reply: { dataPoints: [point('03/01/2025', 62.2, 58.3, 1), point('04/01/2025', null, null, 0)] },
    },
  ],
  provocations: {
    businessInvalid: { parameters: { 'x-business-number': 799999 } },
    businessNumbersRequired: {
      body: { ...march, businessNumbers: [] },
      violations: [{ pointer: '/businessNumbers', limit: 1, actual: 0 }],
    },
    dateInvalid: { body: { ...march, startDate: '2025-03-01' }, violations: [{ pointer: '/startDate' }] },
    dateUnknown: { body: { ...march, endDate: '02/29/2025' }, violations: [{ pointer: '/endDate' }] },
    endBeforeStart: { body: { ...march, endDate: '02/28/2025' }, violations: [{ pointer: '/endDate' }] },
  },
  invalid: {
    body: { ...march, endDate: '03/05/2030' },
    message: 'endDate must be at most 1830 days from startDate',
    violations: [{ pointer: '/endDate', limit: 1830, actual: 1831 }],
  },
  foreign: {
    'x-business-number': foreignAccount('x-business-number', errors.businessInvalid, {
      ...march,
      businessNumbers: [800101],
    }),
    businessNumbers: { foreign: others([800101]), absent: others([899901]), code: 1011 },
  },
};
