/** Requests of get request against the demo data. */
import type { Cases } from '../../contract/cases.ts';
import * as errors from '../../contract/error-rows.ts';
import { demoRequests, LINKS } from './demo.cases.ts';
import type { getRequest } from './get-request.ts';

const about = {
  businessId: 700101,
  businessName: 'Copper Kettle Grill',
  logoUrl: '',
  customerId: 41001,
  firstName: 'Ada',
};

const source = (alias: string, sourceName: string, reviewUrl: string) => ({
  sourceAlias: alias,
  sourceName,
  thumbnailUrl: `https://cdn.listing.example/sources/${alias}.png`,
  reviewUrl,
});

export const getRequestCases: Cases<typeof getRequest> = {
  parameters: { requestId: LINKS.review },
  items: demoRequests,
  examples: [
    {
      summary: 'For a review',
      reply: {
        externalUId: 412345678901234,
        kind: 'review',
        ...about,
        surveyId: null,
        sources: [
          source('alpha', 'Alpha', 'https://alpha.example/copperkettle'),
          source('maps', 'Maps', 'https://maps.example/review'),
          source('beta', 'Beta', 'https://beta.example/copperkettle'),
        ],
        createdAt: '2026-02-03T10:00:00.000Z',
      },
      varies: ['createdAt'],
      ofItems: true,
    },
    {
      summary: 'For a survey',
      parameters: { requestId: LINKS.survey },
      reply: {
        externalUId: 412345678901235,
        kind: 'survey',
        ...about,
        surveyId: 750001,
        sources: [],
        createdAt: '2026-02-03T10:00:00.000Z',
      },
      varies: ['createdAt'],
      ofItems: true,
    },
  ],
  provocations: { requestNotFound: { parameters: { requestId: LINKS.nobodys } } },
  foreign: {
    requestId: {
      foreign: { parameters: { requestId: LINKS.foreign } },
      absent: { parameters: { requestId: LINKS.nobodys } },
      code: errors.routeNotFound.code,
    },
  },
};
