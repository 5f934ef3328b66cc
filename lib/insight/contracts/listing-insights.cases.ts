/** Requests of listing insights against the demo data. */
import type { Cases } from '../../contract/cases.ts';
import { foreignAccount } from '../../contract/foreign.ts';
import * as laterErrors from '../../contract/later-error-rows.ts';
import type { listingInsights } from './listing-insights.ts';
import { foreignLocations, tooManyLocations } from './report.cases.ts';

const weekend = { businessNumbers: [700101, 700102], startDate: '2026-08-01', endDate: '2026-08-02' };
const saturday = {
  mapViewTotalCount: 104,
  searchViewTotalCount: 202,
  websiteVisitsTotalCount: 18,
  getDirectionsTotalCount: 10,
  callsTotalCount: 6,
  usersReachedTotalCount: 120,
  usersEngagedTotalCount: 12,
  impressionCountTotalCount: 50,
  gammaWebsiteVisitsTotalCount: 4,
  gammaDirectionsTotalCount: 2,
  gammaCallsTotalCount: 0,
};
const sunday = {
  mapViewTotalCount: 116,
  searchViewTotalCount: 216,
  websiteVisitsTotalCount: 19,
  getDirectionsTotalCount: 11,
  callsTotalCount: 7,
  usersReachedTotalCount: 127,
  usersEngagedTotalCount: 13,
  impressionCountTotalCount: 53,
  gammaWebsiteVisitsTotalCount: 5,
  gammaDirectionsTotalCount: 3,
  gammaCallsTotalCount: 1,
};
const both = {
  mapViewTotalCount: 220,
  searchViewTotalCount: 418,
  websiteVisitsTotalCount: 37,
  getDirectionsTotalCount: 21,
  callsTotalCount: 13,
  usersReachedTotalCount: 247,
  usersEngagedTotalCount: 25,
  impressionCountTotalCount: 103,
  gammaWebsiteVisitsTotalCount: 9,
  gammaDirectionsTotalCount: 5,
  gammaCallsTotalCount: 1,
};
const august = {
  mapViewTotalCount: 1974,
  searchViewTotalCount: 3403,
  websiteVisitsTotalCount: 465,
  getDirectionsTotalCount: 270,
  callsTotalCount: 165,
  usersReachedTotalCount: 2972,
  usersEngagedTotalCount: 345,
  impressionCountTotalCount: 1232,
  gammaWebsiteVisitsTotalCount: 120,
  gammaDirectionsTotalCount: 60,
  gammaCallsTotalCount: 30,
};

export const listingInsightsCases: Cases<typeof listingInsights> = {
  parameters: { businessId: 700100 },
  examples: [
    {
      summary: 'Two locations, day by day',
      body: { ...weekend, groupByType: 'day' },
      reply: {
        ...both,
        liveCount: 1,
        entityCount: 2,
        dataPoints: [
          { label: '2026-08-01', ...saturday },
          { label: '2026-08-02', ...sunday },
        ],
      },
    },
    {
      summary: 'A month of the location of the query, views on mobile devices',
      parameters: { businessId: 700101 },
      body: { startDate: '2026-08-01', endDate: '2026-08-31', viewMode: ['mobile'] },
      reply: { ...august, liveCount: 1, entityCount: 1, dataPoints: [] },
    },
  ],
  provocations: {
    businessNotFound: { parameters: { businessId: 799999 } },
    businessNumbersRequired: tooManyLocations(weekend),
    isoDateInvalid: { body: { ...weekend, startDate: '08/01/2026' }, violations: [{ pointer: '/startDate' }] },
    dateUnknown: { body: { ...weekend, endDate: '2026-02-29' }, violations: [{ pointer: '/endDate' }] },
    endBeforeStart: { body: { ...weekend, endDate: '2026-07-31' }, violations: [{ pointer: '/endDate' }] },
    businessInvalid: { body: { ...weekend, businessNumbers: [799999] }, message: 'Business id is invalid: 799999' },
  },
  invalid: {
    body: { ...weekend, viewMode: ['Mobile', 'TV', 'Watch'] },
    message: 'viewMode[1] must be Mobile or Desktop',
    violations: [
      { pointer: '/viewMode/1' },
      { pointer: '/viewMode/2', message: 'viewMode[2] must be Mobile or Desktop' },
    ],
  },
  foreign: {
    businessId: foreignAccount('businessId', laterErrors.businessNotFound, { ...weekend, businessNumbers: [] }),
    businessNumbers: foreignLocations(weekend),
  },
};
