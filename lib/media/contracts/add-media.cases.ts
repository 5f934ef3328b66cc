/** Requests of add media against the demo data. */
import type { Cases } from '../../contract/cases.ts';
import type { addMedia } from './add-media.ts';
import { DEMO, foreignAt, patio } from './demo.cases.ts';

const { mediaId: _, status: __, ...photo } = patio;
const body = { media: [photo] };
const wrong = (more: object) => ({ body: { media: [{ ...photo, ...more }] } });

export const addMediaCases: Cases<typeof addMedia> = {
  parameters: { businessId: 700101 },
  examples: [
    {
      summary: 'A picture',
      body,
      reply: { uploadId: DEMO.upload, media: [{ ...patio, status: 'PENDING' }] },
      varies: ['uploadId', 'media'],
    },
  ],
  provocations: {
    mediaUrlInvalid: { unprovoked: 'test/functions/media/requests.test.ts' },
    mediaCategoryInvalid: {
      ...wrong({ mediaCategory: 'GARDEN' }),
      violations: [{ pointer: '/media/0/mediaCategory' }],
    },
    mediaFormatInvalid: { ...wrong({ mediaFormat: 'GIF' }), violations: [{ pointer: '/media/0/mediaFormat' }] },
    businessInvalid: { parameters: { businessId: 799999 } },
  },
  invalid: { body: { media: [] }, message: 'media is required', violations: [{ pointer: '/media' }] },
  foreign: { businessId: foreignAt(body) },
};
