/** Requests of list posts against the demo data. */
import type { Cases } from '../../contract/cases.ts';
import * as errors from '../../contract/error-rows.ts';
import { foreignAccount } from '../../contract/foreign.ts';
import { DEMO, unknownLocation } from './demo.cases.ts';
import type { listPosts } from './list-posts.ts';

const body = { startDate: '05/01/2026', endDate: '05/31/2026' };
const beta = {
  trackingId: DEMO.other,
  socialSite: 'BETA',
  text: 'Patio open until ten',
  scheduleTimestamp: 1_778_148_000_000,
  state: 'started',
  locations: 1,
  createdAt: '2026-05-05T09:00:00.000Z',
};
const alpha = {
  trackingId: DEMO.published,
  socialSite: 'ALPHA',
  text: 'Fresh peach pie all week',
  scheduleTimestamp: 1_777_629_600_000,
  state: 'started',
  locations: 2,
  createdAt: '2026-04-28T15:20:00.000Z',
};
const others = (number: number) => ({ body: { ...body, businessNumbers: [number] } });

export const listPostsCases: Cases<typeof listPosts> = {
  parameters: { businessId: 700100 },
  examples: [
    { summary: 'A month', body, reply: { totalCount: 2, posts: [beta, alpha] }, ofDemo: true },
    {
      summary: 'Of one location, on one site',
      body: { ...body, socialSites: ['alpha'], businessNumbers: [700102] },
      reply: { totalCount: 1, posts: [alpha] },
      ofDemo: true,
    },
  ],
  provocations: {
    businessInvalid: { parameters: { businessId: 799999 }, body },
    dateInvalid: { body: { ...body, startDate: '2026-05-01' }, violations: [{ pointer: '/startDate' }] },
    dateUnknown: { body: { ...body, endDate: '02/30/2026' }, violations: [{ pointer: '/endDate' }] },
    endBeforeStart: { body: { ...body, endDate: '04/30/2026' }, violations: [{ pointer: '/endDate' }] },
    windowTooLarge: { body: { ...body, endDate: '08/01/2026' }, violations: [{ pointer: '/endDate' }] },
    businessIdsInvalid: { ...others(700201), message: unknownLocation(700201) },
    pageSizeInvalid: {
      body: { ...body, count: 101 },
      message: 'Page size must be 1 to 100',
      violations: [{ pointer: '/count', limit: 100, actual: 101 }],
    },
    pageTooDeep: { body: { ...body, sIndex: 99_990 }, violations: [{ pointer: '/sIndex' }] },
  },
  invalid: {
    body: { ...body, socialSites: ['GAMMA'] },
    message: 'socialSites[0] must be one of ALPHA, BETA, PHOTOSHARE, PROFESSIONAL, MICROBLOG',
    violations: [{ pointer: '/socialSites/0' }],
  },
  foreign: {
    businessId: foreignAccount('businessId', errors.businessInvalid, body),
    businessNumbers: { foreign: others(800101), absent: others(899901), code: errors.businessIdsInvalid.code },
  },
};
