/** Requests of set media category against the demo data. */
import type { Cases } from '../../contract/cases.ts';
import { DEMO, demoMedia, foreignAt, foreignMedium, NOBODYS } from './demo.cases.ts';
import type { setMediaCategory } from './set-media-category.ts';

const body = { mediaCategory: 'INTERIOR' };

export const setMediaCategoryCases: Cases<typeof setMediaCategory> = {
  parameters: { businessId: 700101, mediaId: DEMO.patio },
  items: demoMedia,
  examples: [{ summary: 'Another category', body, reply: {}, ofItems: true }],
  provocations: {
    mediaCategoryInvalid: { body: { mediaCategory: 'GARDEN' }, violations: [{ pointer: '/mediaCategory' }] },
    businessInvalid: { parameters: { businessId: 799999 } },
    mediumNotFound: { parameters: { mediaId: NOBODYS.mediaId } },
  },
  invalid: { body: {}, message: 'mediaCategory is required', violations: [{ pointer: '/mediaCategory' }] },
  foreign: { businessId: foreignAt(body), mediaId: { ...foreignMedium } },
};
