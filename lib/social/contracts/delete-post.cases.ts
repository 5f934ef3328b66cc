/** Requests of delete post against the demo data. */
import type { Cases } from '../../contract/cases.ts';
import * as errors from '../../contract/error-rows.ts';
import { foreignAccount } from '../../contract/foreign.ts';
import type { deletePost } from './delete-post.ts';
import { DEMO, foreignPost } from './demo.cases.ts';

// Not the one whose text edit published post changes: one change of a post is under way at a time.
const body = {
  trackingId: DEMO.other,
  subBusinessNumbers: [700101, 700105],
};

export const deletePostCases: Cases<typeof deletePost> = {
  parameters: { businessId: 700100 },
  examples: [
    {
      summary: 'At the locations at which it is published',
      body,
      reply: { accepted: [700101], skipped: [700105] },
      ofDemo: true,
    },
    {
      summary: 'Before its time, at its only location',
      body: { trackingId: DEMO.scheduled, subBusinessNumbers: [700101] },
      reply: { accepted: [700101], skipped: [] },
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
    body: { ...body, trackingId: 'x'.repeat(101) },
    message: 'trackingId must have at most 100 characters',
    violations: [{ pointer: '/trackingId', limit: 100, actual: 101 }],
  },
  foreign: {
    businessId: foreignAccount('businessId', errors.businessInvalid, { ...body, trackingId: DEMO.foreign }),
    trackingId: foreignPost(body),
  },
};
