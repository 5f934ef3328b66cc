/** Requests of edit scheduled post against the demo data. */
import type { Cases } from '../../contract/cases.ts';
import * as errors from '../../contract/error-rows.ts';
import { foreignAccount } from '../../contract/foreign.ts';
import { type Post, postItem } from '../repository/post.ts';
import { DEMO, foreignLocations, foreignPost, unknownLocation } from './demo.cases.ts';
import type { editScheduledPost } from './edit-scheduled-post.ts';

const body = {
  trackingId: DEMO.scheduled,
  text: 'A happy new year to all',
  socialSite: 'ALPHA',
  subBusinessNumbers: [700101, 700105],
};
/** A scheduled post of the other partner. */
const theirs = { ...body, trackingId: 'trk_b5c4d3e2f1a0b9c0d9e8f7a6', subBusinessNumbers: [800101] };
const theirPost: Post = {
  ...{ partnerId: 'harbor', accountNumber: 800100, trackingId: theirs.trackingId, socialSite: 'ALPHA', text: 'Soon' },
  ...{ time: 4_070_908_800_000, status: 'scheduled', media: [], callToAction: null, changes: 0, cancelled: [] },
  ...{ businessNumbers: [800101], createdAt: '2026-05-06T09:00:00.000Z' },
};

const large = Array.from({ length: 10 }, () => ({
  type: 'IMAGE',
  mediaUrl: `https://cdn.copperkettle.example/${'粉'.repeat(2000)}`,
}));
const bad = { type: 'GIF', mediaUrl: 'https://cdn.copperkettle.example/pie.jpg' };

export const editScheduledPostCases: Cases<typeof editScheduledPost> = {
  parameters: { businessId: 700100 },
  items: () => [postItem(theirPost)],
  examples: [
    {
      summary: 'Another text, and a location more',
      body,
      reply: { trackingId: DEMO.scheduled, scheduleTimestamp: 4_070_908_800_000, notConnected: [700105] },
      ofDemo: true,
    },
  ],
  provocations: {
    businessInvalid: { parameters: { businessId: 799999 }, body },
    notFound: { body: { ...body, trackingId: DEMO.nobodys } },
    businessIdsInvalid: { body: { ...body, subBusinessNumbers: [700201] }, message: unknownLocation(700201) },
    businessIdsRequired: {
      body: { ...body, subBusinessNumbers: [] },
      violations: [{ pointer: '/subBusinessNumbers' }],
    },
    mediaUrlInvalid: {
      body: { ...body, media: [{ ...bad, type: 'IMAGE', mediaUrl: 'http://cdn.copperkettle.example/pie.jpg' }] },
      violations: [{ pointer: '/media/0/mediaUrl' }],
    },
    mediaFormatInvalid: { body: { ...body, media: [bad] }, violations: [{ pointer: '/media/0/type' }] },
    conflict: { unprovoked: 'test/functions/social/posts.test.ts' },
    recordTooLarge: { body: { ...body, media: large } },
  },
  invalid: {
    body: { ...body, socialSite: 'MICROBLOG', text: 'x'.repeat(241) },
    message: 'text must have at most 240 characters on MICROBLOG',
    violations: [{ pointer: '/text' }],
  },
  foreign: {
    businessId: foreignAccount('businessId', errors.businessInvalid, theirs),
    trackingId: {
      ...foreignPost(body),
      foreign: { body: theirs },
    },
    subBusinessNumbers: {
      ...foreignLocations(body),
      // Their owner names them for a post of its own.
      owners: { body: theirs },
    },
  },
};
