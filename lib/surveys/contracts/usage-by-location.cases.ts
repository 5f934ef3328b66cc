/** Requests of survey usage by location against the demo data. */
import type { Cases } from '../../contract/cases.ts';
import * as errors from '../../contract/error-rows.ts';
import { foreignAccount } from '../../contract/foreign.ts';
import type { usageByLocation } from './usage-by-location.ts';

const december = { startDate: '12/01/2025', endDate: '12/31/2025' };

export const usageByLocationCases: Cases<typeof usageByLocation> = {
  parameters: { surveyId: 750001, 'x-business-number': 700100 },
  examples: [
    {
      summary: 'Two locations in a month',
      body: { ...december, businessNumbers: [700104, 700105] },
      reply: {
        totalCount: 2,
        dataPoints: [
          {
            businessNumber: 700104,
            name: 'Kettle House Hotel',
            responses: 2,
            completed: 1,
            averageScore: 82.5,
          },
          { businessNumber: 700105, name: 'Fern and Flat White', responses: 0, completed: 0, averageScore: null },
        ],
      },
    },
  ],
  provocations: {
    businessInvalid: { parameters: { 'x-business-number': 799999 } },
    surveyInvalid: { parameters: { surveyId: 759999 } },
    dateInvalid: { body: { startDate: '2025-12-01' }, violations: [{ pointer: '/startDate' }] },
    dateUnknown: { body: { endDate: '11/31/2025' }, violations: [{ pointer: '/endDate' }] },
    endBeforeStart: {
      body: { startDate: '12/02/2025', endDate: '12/01/2025' },
      violations: [{ pointer: '/endDate' }],
    },
    pageSizeInvalid: { body: { size: 101 }, violations: [{ pointer: '/size', limit: 100, actual: 101 }] },
    pageTooDeep: { body: { page: 1000, size: 100 }, violations: [{ pointer: '/page' }] },
  },
  invalid: {
    body: { page: -1 },
    message: 'page must be a whole number from 0',
    violations: [{ pointer: '/page', limit: 0, actual: -1 }],
  },
  foreign: {
    surveyId: {
      foreign: { parameters: { surveyId: 850001 }, body: {} },
      absent: { parameters: { surveyId: 859999 }, body: {} },
      code: 1315,
    },
    'x-business-number': foreignAccount('x-business-number', errors.businessInvalid, {}),
    businessNumbers: {
      foreign: { body: { businessNumbers: [800101] } },
      absent: { body: { businessNumbers: [899901] } },
      code: 1011,
    },
  },
};
