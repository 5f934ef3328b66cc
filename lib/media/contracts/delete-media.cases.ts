/** Requests of delete media against the demo data. */
import type { Cases } from '../../contract/cases.ts';
import type { deleteMedia } from './delete-media.ts';
import { DEMO, demoMedia, foreignAt } from './demo.cases.ts';

const body = { mediaIds: [DEMO.patio] };

export const deleteMediaCases: Cases<typeof deleteMedia> = {
  parameters: { businessId: 700101 },
  items: demoMedia,
  examples: [
    { summary: 'A medium by id', body, reply: {} },
    { summary: 'Two media and an unknown id', body: { mediaIds: [DEMO.patio, DEMO.kitchen, 'none'] }, reply: {} },
  ],
  provocations: { businessInvalid: { parameters: { businessId: 799999 } } },
  invalid: {
    body: { mediaIds: 'x,'.repeat(51) },
    message: 'mediaIds must have at most 50 items',
    violations: [{ pointer: '/mediaIds', limit: 50, actual: 51 }],
  },
  foreign: { businessId: foreignAt(body) },
};
