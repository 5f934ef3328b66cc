/** Requests of add review source against the demo data. */
import type { Cases } from '../../contract/cases.ts';
import * as errors from '../../contract/error-rows.ts';
import { foreignLocation } from '../../contract/foreign.ts';
import type { addReviewSource } from './add-review-source.ts';

const body = { sourceAlias: 'maps', url: 'https://maps.example/places/copper-kettle-grill' };

export const addReviewSourceCases: Cases<typeof addReviewSource> = {
  parameters: { businessId: 700101 },
  examples: [
    {
      summary: 'A location on maps',
      body,
      reply: {
        id: 2600801962055120,
        sourceAlias: 'maps',
        sourceName: 'Maps',
        sourceUrl: 'https://maps.example/places/copper-kettle-grill',
        sourceId: 104,
        status: 4,
      },
    },
  ],
  provocations: {
    reviewSourceBlank: { body: { ...body, sourceAlias: ' ' }, violations: [{ pointer: '/sourceAlias' }] },
    reviewSourceInvalid: { body: { ...body, sourceAlias: 'nowhere' }, violations: [{ pointer: '/sourceAlias' }] },
    reviewUrlBlank: { body: { ...body, url: '' }, violations: [{ pointer: '/url' }] },
    businessInvalid: { parameters: { businessId: 700100 } },
  },
  invalid: {
    body: { ...body, url: 'ftp://maps.example/places' },
    message: 'url must be an http or https URL',
    violations: [{ pointer: '/url' }],
  },
  foreign: { businessId: foreignLocation('businessId', errors.businessInvalid, body) },
};
