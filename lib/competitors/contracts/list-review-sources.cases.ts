/** Requests of list review sources against the demo data. */
import type { Cases } from '../../contract/cases.ts';
import * as errors from '../../contract/error-rows.ts';
import { foreignLocation } from '../../contract/foreign.ts';
import type { listReviewSources } from './list-review-sources.ts';

export const listReviewSourcesCases: Cases<typeof listReviewSources> = {
  parameters: { businessId: 700101 },
  examples: [
    {
      summary: 'Sources of a location',
      reply: [
        {
          id: 709336589619941,
          sourceAlias: 'alpha',
          sourceName: 'Alpha',
          sourceUrl: 'https://alpha.example/places/copper-kettle-grill',
          sourceId: 101,
          status: 4,
        },
        {
          id: 2897080600365042,
          sourceAlias: 'travel',
          sourceName: 'Travel',
          sourceUrl: 'https://travel.example/places/copper-kettle-grill',
          sourceId: 106,
          status: 3,
        },
      ],
    },
  ],
  provocations: { businessInvalid: { parameters: { businessId: 700100 } } },
  foreign: { businessId: foreignLocation('businessId', errors.businessInvalid) },
};
