/** Requests of track post against the demo data. */
import type { Cases } from '../../contract/cases.ts';
import * as errors from '../../contract/error-rows.ts';
import { foreignAccount } from '../../contract/foreign.ts';
import { DEMO } from './demo.cases.ts';
import type { trackPost } from './track-post.ts';

const at = (locationNumber: number, publishedTimestamp: number, id: string, numbers: readonly [number, number]) => ({
  locationNumber,
  status: { status: 'POST_SUCCEEDED', failureReason: null },
  publishedTimestamp,
  socialSitePostId: id,
  socialSitePostUrl: `https://beta.example/${id}`,
  text: null,
  impressions: numbers[0],
  engagements: numbers[1],
  lastChange: null,
});

const { publishedTimestamp, ...post } = { ...at(700101, 1_778_148_000_900, 'b-7001', [500, 35]) };

export const trackPostCases: Cases<typeof trackPost> = {
  parameters: { businessId: 700100, trackingId: DEMO.other },
  examples: [
    {
      summary: 'A published post',
      reply: {
        trackingId: DEMO.other,
        accountNumber: 700100,
        socialSite: 'BETA',
        state: 'started',
        text: 'Patio open until ten',
        scheduleTimestamp: 1_778_148_000_000,
        createdAt: '2026-05-05T09:00:00.000Z',
        media: [],
        additionalMetaData: null,
        subBusinessNumbers: [700101],
        socialPostDetails: [{ locationName: 'Copper Kettle Grill', ...post, publishedTimestamp }],
      },
      varies: ['socialPostDetails'],
      ofDemo: true,
    },
  ],
  provocations: {
    businessInvalid: { parameters: { businessId: 799999 } },
    notFound: { parameters: { trackingId: DEMO.nobodys } },
    postTooLarge: { unprovoked: 'test/functions/social/many.test.ts' },
  },
  foreign: {
    businessId: foreignAccount('businessId', errors.businessInvalid),
    trackingId: {
      foreign: { parameters: { trackingId: DEMO.foreign } },
      absent: { parameters: { trackingId: DEMO.nobodys } },
      code: errors.routeNotFound.code,
    },
  },
};
