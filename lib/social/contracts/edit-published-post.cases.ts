/** Requests of edit published post against the demo data. */
import type { Cases } from '../../contract/cases.ts';
import * as errors from '../../contract/error-rows.ts';
import { foreignAccount } from '../../contract/foreign.ts';
import { DEMO, foreignPost } from './demo.cases.ts';
import type { editPublishedPost } from './edit-published-post.ts';

const body = {
  trackingId: DEMO.published,
  text: 'Fresh peach pie until Sunday',
  socialSite: 'ALPHA',
  subBusinessNumbers: [700101, 700105],
};

export const editPublishedPostCases: Cases<typeof editPublishedPost> = {
  parameters: { businessId: 700100 },
  examples: [
    {
      summary: 'At the locations at which it is published',
      body,
      reply: { accepted: [700101], skipped: [700105] },
      ofDemo: true,
    },
  ],
  provocations: {
    businessInvalid: { parameters: { businessId: 799999 }, body },
    notFound: { body: { ...body, trackingId: DEMO.nobodys } },
    businessIdsRequired: {
      body: { ...body, subBusinessNumbers: [] },
      violations: [{ pointer: '/subBusinessNumbers' }],
    },
    conflict: { unprovoked: 'test/functions/social/posts.test.ts' },
  },
  invalid: {
    body: { ...body, text: 'x'.repeat(1501) },
    message: 'text must have at most 1500 characters on ALPHA',
    violations: [{ pointer: '/text' }],
  },
  foreign: {
    businessId: foreignAccount('businessId', errors.businessInvalid, { ...body, trackingId: DEMO.foreign }),
    trackingId: foreignPost(body),
  },
};
