/** Requests of list media against the demo data. */
import type { Cases } from '../../contract/cases.ts';
import { demoMedia, foreignAt, kitchen, patio, SERVED, TOO_SMALL } from './demo.cases.ts';
import type { listMedia } from './list-media.ts';

export const listMediaCases: Cases<typeof listMedia> = {
  parameters: { businessId: 700101 },
  items: demoMedia,
  examples: [
    {
      summary: 'Media of a location',
      reply: {
        media: [
          { ...patio, mediaUrl: SERVED, failureReason: null },
          { ...kitchen, mediaUrl: null, failureReason: TOO_SMALL },
        ],
      },
      varies: ['media'],
      ofDemo: true,
    },
  ],
  provocations: { businessInvalid: { parameters: { businessId: 799999 } } },
  foreign: { businessId: foreignAt() },
};
