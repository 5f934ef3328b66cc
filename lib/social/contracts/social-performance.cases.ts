/** Requests of social performance against the demo data. */
import type { Cases } from '../../contract/cases.ts';
import * as errors from '../../contract/error-rows.ts';
import { foreignAccount } from '../../contract/foreign.ts';
import { unknownLocation } from './demo.cases.ts';
import type { socialPerformance } from './social-performance.ts';

const body = { startDate: '05/01/2026', endDate: '05/31/2026', businessNumbers: [700101] };
const beta = { totalPost: 1, engagements: 35, impressions: 500, engRate: 7 };
const alpha = { totalPost: 1, engagements: 48, impressions: 1200, engRate: 4 };
const others = (number: number) => ({ body: { ...body, businessNumbers: [number] } });

export const socialPerformanceCases: Cases<typeof socialPerformance> = {
  parameters: { 'x-business-number': 700100 },
  examples: [
    {
      summary: 'A month of one location',
      body,
      reply: {
        summary: {
          actual: {
            impressions: 1700,
            engagements: 83,
            engRate: 4.9,
            postCount: 2,
            channelWiseData: { ALPHA: alpha, BETA: beta },
            totalRecords: 1,
            postCountGrowthPercent: null,
            engRateGrowthPercent: null,
            engagementGrowthPercent: null,
          },
          compare: null,
        },
        dataPoints: [],
      },
      varies: ['summary', 'dataPoints'],
      ofDemo: true,
    },
  ],
  provocations: {
    businessInvalid: { parameters: { 'x-business-number': 799999 }, body },
    dateInvalid: { body: { ...body, startDate: '2026-05-01' }, violations: [{ pointer: '/startDate' }] },
    dateUnknown: { body: { ...body, endDate: '02/30/2026' }, violations: [{ pointer: '/endDate' }] },
    endBeforeStart: { body: { ...body, endDate: '04/30/2026' }, violations: [{ pointer: '/endDate' }] },
    windowTooLarge: { body: { ...body, endDate: '05/02/2027' }, violations: [{ pointer: '/endDate' }] },
    businessIdsInvalid: { ...others(700201), message: unknownLocation(700201) },
    pageSizeInvalid: {
      body: { ...body, size: 101 },
      message: 'Page size must be 1 to 100',
      violations: [{ pointer: '/size', limit: 100, actual: 101 }],
    },
    pageTooDeep: { body: { ...body, page: 2000, size: 100 }, violations: [{ pointer: '/page' }] },
  },
  invalid: {
    body: { ...body, sourceNames: ['GAMMA'] },
    message: 'sourceNames[0] must be one of ALPHA, BETA, PHOTOSHARE, PROFESSIONAL, MICROBLOG',
    violations: [{ pointer: '/sourceNames/0' }],
  },
  foreign: {
    'x-business-number': foreignAccount('x-business-number', errors.businessInvalid, {
      ...body,
      businessNumbers: [800101],
    }),
    businessNumbers: { foreign: others(800101), absent: others(899901), code: errors.businessIdsInvalid.code },
  },
};
