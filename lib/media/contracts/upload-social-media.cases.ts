/** Requests of upload social media against the demo data. */
import type { Cases } from '../../contract/cases.ts';
import { DEMO, foreignAt } from './demo.cases.ts';
import type { uploadSocialMedia } from './upload-social-media.ts';

const body = { mediaUrls: ['https://cdn.copperkettle.example/patio.jpg'], description: 'Our patio' };

export const uploadSocialMediaCases: Cases<typeof uploadSocialMedia> = {
  parameters: { businessId: 700101 },
  examples: [{ summary: 'A picture', body, reply: { uploadId: DEMO.upload }, varies: ['uploadId'] }],
  provocations: {
    mediaUrlInvalid: { body: { mediaUrls: [] }, violations: [{ pointer: '/mediaUrls', limit: 1, actual: 0 }] },
    businessInvalid: { parameters: { businessId: 799999 } },
  },
  invalid: {
    body: { ...body, description: 'x'.repeat(4097) },
    message: 'description must have at most 4096 characters',
    violations: [{ pointer: '/description', limit: 4096, actual: 4097 }],
  },
  foreign: { businessId: foreignAt(body) },
};
