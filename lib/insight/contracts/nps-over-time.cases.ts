/** Requests of NPS over time against the demo data. */
import type { Cases } from '../../contract/cases.ts';
import * as errors from '../../contract/error-rows.ts';
import { foreignAccount } from '../../contract/foreign.ts';
import type { npsOverTime } from './nps-over-time.ts';
import { dateProvocations, foreignLocations, tooManyLocations } from './report.cases.ts';

const march = { businessNumbers: [700101], startDate: '03/01/2025', endDate: '03/31/2025' };
const answers = { promoters: 1, passives: 2, detractors: 3, answers: 6, nps: -33.3 };
const none = { promoters: 0, passives: 0, detractors: 0, answers: 0, nps: null };

export const npsOverTimeCases: Cases<typeof npsOverTime> = {
  parameters: { 'x-business-number': 700100 },
  examples: [
    {
      summary: 'A month',
      body: { ...march, groupByType: 'month' },
      reply: { total: answers, dataPoints: [{ label: '03/01/2025', ...answers }] },
    },
    {
      summary: 'A survey, a day',
      body: { ...march, endDate: '03/01/2025', surveyId: 750001 },
      reply: { total: none, dataPoints: [{ label: '03/01/2025', ...none }] },
    },
  ],
  provocations: {
    businessInvalid: { parameters: { 'x-business-number': 799999 } },
    businessNumbersRequired: tooManyLocations(march),
    ...dateProvocations(march),
    surveyInvalid: { body: { ...march, surveyId: 759999 } },
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
    businessNumbers: foreignLocations(march),
    surveyId: {
      foreign: { body: { ...march, businessNumbers: [], surveyId: 850001 } },
      absent: { body: { ...march, businessNumbers: [], surveyId: 859999 } },
      code: 1315,
    },
  },
};
