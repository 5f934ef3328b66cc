/** Requests of schedule post against the demo data. */
import type { Cases } from '../../contract/cases.ts';
import * as errors from '../../contract/error-rows.ts';
import { foreignAccount } from '../../contract/foreign.ts';
import { foreignLocations, unknownLocation } from './demo.cases.ts';
import type { schedulePost } from './schedule-post.ts';

const body = { text: 'Fresh peach pie all week', socialSite: 'ALPHA', subBusinessNumbers: [700101, 700105] };
const large = Array.from({ length: 10 }, () => ({
  type: 'IMAGE',
  mediaUrl: `https://cdn.copperkettle.example/${'粉'.repeat(2000)}`,
}));
const bad = { type: 'GIF', mediaUrl: 'https://cdn.copperkettle.example/pie.jpg' };

export const schedulePostCases: Cases<typeof schedulePost> = {
  parameters: { businessId: 700100 },
  examples: [
    {
      summary: 'A post for two locations, five minutes from now',
      body,
      reply: {
        trackingId: 'trk_4be1a874356f0d2c9bc1a874',
        scheduleTimestamp: 1_790_000_000_000,
        notConnected: [700105],
      },
      varies: ['trackingId', 'scheduleTimestamp'],
      ofDemo: true,
    },
    {
      summary: 'A picture and a button, for one location',
      parameters: { businessId: 700101 },
      body: {
        text: 'Order ahead',
        socialSite: 'ALPHA',
        media: [{ type: 'IMAGE', mediaUrl: 'https://cdn.copperkettle.example/pie.jpg' }],
        additionalMetaData: { callToActionType: 'ORDER', callToActionUrl: 'https://order.copperkettle.example' },
      },
      reply: { trackingId: 'trk_4be1a874356f0d2c9bc1a874', scheduleTimestamp: 1_790_000_000_000, notConnected: [] },
      varies: ['trackingId', 'scheduleTimestamp'],
      ofDemo: true,
    },
  ],
  provocations: {
    businessInvalid: { parameters: { businessId: 799999 }, body },
    businessIdsInvalid: {
      body: { ...body, subBusinessNumbers: [700101, 700201] },
      message: unknownLocation(700201),
    },
    businessIdsRequired: { body: { ...body, subBusinessNumbers: [] } },
    mediaUrlInvalid: {
      body: { ...body, media: [{ ...bad, type: 'IMAGE', mediaUrl: 'http://cdn.copperkettle.example/pie.jpg' }] },
      violations: [{ pointer: '/media/0/mediaUrl' }],
    },
    mediaFormatInvalid: { body: { ...body, media: [bad] }, violations: [{ pointer: '/media/0/type' }] },
    recordTooLarge: { body: { ...body, media: large } },
  },
  invalid: {
    body: { ...body, socialSite: 'MICROBLOG', text: 'x'.repeat(241) },
    message: 'text must have at most 240 characters on MICROBLOG',
    violations: [{ pointer: '/text' }],
  },
  foreign: {
    businessId: foreignAccount('businessId', errors.businessInvalid, { ...body, subBusinessNumbers: [800101] }),
    subBusinessNumbers: foreignLocations(body),
  },
};
