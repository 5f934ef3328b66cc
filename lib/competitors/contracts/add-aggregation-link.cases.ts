/** Requests of add aggregation link against the demo data. */
import type { Cases } from '../../contract/cases.ts';
import * as errors from '../../contract/error-rows.ts';
import { foreignLocation } from '../../contract/foreign.ts';
import type { addAggregationLink } from './add-aggregation-link.ts';

const body = { sourceAlias: 'alpha', url: 'https://alpha.example/places/ember-and-oak' };

export const addAggregationLinkCases: Cases<typeof addAggregationLink> = {
  parameters: { compAccountId: 710001, businessNumber: 700101 },
  examples: [
    {
      summary: 'A competitor on alpha',
      body,
      reply: {
        id: 3599690178082865,
        sourceAlias: 'alpha',
        sourceName: 'Alpha',
        sourceUrl: 'https://alpha.example/places/ember-and-oak',
        sourceId: 101,
        compAccountId: 710001,
        Body: '',
        thumbnailUrl: 'https://cdn.listing.example/sources/alpha.png',
        backGroundColor: '#1A73E8',
        textColor: '#FFFFFF',
        userName: null,
        password: null,
        profileId: null,
        reviewFormUrl: 'https://alpha.example/review',
        aggregationStatus: 0,
        disabledAggregation: null,
        disabledAggregationReason: null,
      },
    },
  ],
  provocations: { businessInvalid: { parameters: { compAccountId: 799999 }, body } },
  invalid: {
    body: { sourceAlias: 'alpha', url: 'alpha.example/places/rival' },
    message: 'url must be an http or https URL',
    violations: [{ pointer: '/url' }],
  },
  foreign: {
    compAccountId: {
      foreign: { parameters: { compAccountId: 810001 }, body },
      absent: { parameters: { compAccountId: 819999 }, body },
      code: errors.businessInvalid.code,
    },
    businessNumber: foreignLocation('businessNumber', errors.businessInvalid, body),
  },
};
