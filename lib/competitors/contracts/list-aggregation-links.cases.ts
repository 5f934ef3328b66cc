/** Requests of list aggregation links against the demo data. */
import type { Cases } from '../../contract/cases.ts';
import * as errors from '../../contract/error-rows.ts';
import { foreignLocation } from '../../contract/foreign.ts';
import { foreignCompetitor } from './demo.cases.ts';
import type { listAggregationLinks } from './list-aggregation-links.ts';

const link = {
  compAccountId: 710001,
  Body: '',
  textColor: '#FFFFFF',
  userName: null,
  password: null,
  profileId: null,
  aggregationStatus: 0,
  disabledAggregation: null,
  disabledAggregationReason: null,
};

export const listAggregationLinksCases: Cases<typeof listAggregationLinks> = {
  parameters: { compAccountId: 710001, businessNumber: 700101 },
  examples: [
    {
      summary: 'Links of a competitor location and a location',
      reply: [
        {
          ...link,
          id: 4444191203148178,
          sourceAlias: 'beta',
          sourceName: 'Beta',
          sourceUrl: 'https://beta.example/places/ember-and-oak',
          sourceId: 102,
          thumbnailUrl: 'https://cdn.listing.example/sources/beta.png',
          backGroundColor: '#2F4B9A',
          reviewFormUrl: 'https://beta.example/review',
        },
        {
          ...link,
          id: 3977078430445376,
          sourceAlias: 'maps',
          sourceName: 'Maps',
          sourceUrl: 'https://maps.example/places/ember-and-oak',
          sourceId: 104,
          thumbnailUrl: 'https://cdn.listing.example/sources/maps.png',
          backGroundColor: '#B3261E',
          reviewFormUrl: 'https://maps.example/review',
        },
      ],
    },
    { summary: 'None', parameters: { compAccountId: 710002 }, reply: [] },
  ],
  provocations: { businessInvalid: { parameters: { compAccountId: 799999 } } },
  foreign: {
    compAccountId: foreignCompetitor('compAccountId'),
    businessNumber: foreignLocation('businessNumber', errors.businessInvalid),
  },
};
