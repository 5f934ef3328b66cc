/** Requests of list competitors against the demo data. */
import type { Cases } from '../../contract/cases.ts';
import * as errors from '../../contract/error-rows.ts';
import { foreignAccount } from '../../contract/foreign.ts';
import type { listCompetitors } from './list-competitors.ts';

const nowhere = { address1: '', city: '', state: '', zip: '', countryCode: '', countryName: '', lat: null, lng: null };
const roasters = {
  enterpriseId: 710002,
  enterpriseName: 'Third Street Roasters',
  businessCompetitors: [
    {
      businessId: 710002,
      compAccountId: 710002,
      name: 'Third Street Roasters',
      alias: '',
      phone: '',
      location: nowhere,
      businessNumbers: [],
      reviewCount: 16,
      avgRating: 4.4,
      createdOn: '',
    },
  ],
};
const ember = {
  enterpriseId: 710100,
  enterpriseName: 'Ember and Oak Group',
  businessCompetitors: [
    {
      businessId: 710001,
      compAccountId: 710001,
      name: 'Ember and Oak Steakhouse',
      alias: 'Ember Steaks',
      phone: '(805) 555-0182',
      location: {
        address1: '12 River Walk',
        city: 'San Luis Obispo',
        state: 'CA',
        zip: '93401',
        countryCode: 'US',
        countryName: 'United States',
        lat: null,
        lng: null,
      },
      businessNumbers: [700101],
      reviewCount: 24,
      avgRating: 3.9,
      createdOn: 'Feb 03, 2026',
    },
    {
      businessId: 710101,
      compAccountId: 710101,
      name: 'Ember and Oak Taproom',
      alias: '',
      phone: '',
      location: {
        address1: '480 Mill Street',
        city: 'San Luis Obispo',
        state: 'CA',
        zip: '93405',
        countryCode: 'US',
        countryName: 'United States',
        lat: null,
        lng: null,
      },
      businessNumbers: [],
      reviewCount: 20,
      avgRating: 3.7,
      createdOn: 'Feb 04, 2026',
    },
  ],
};

export const listCompetitorsCases: Cases<typeof listCompetitors> = {
  parameters: { businessId: 700100 },
  examples: [
    { summary: 'All of an account', reply: [ember, roasters] },
    {
      summary: 'Competitors of one location',
      parameters: { businessId: 700102 },
      reply: [{ ...ember, businessCompetitors: ember.businessCompetitors.slice(1) }, roasters],
    },
    { summary: 'The second brand', parameters: { startIndex: 1, pageSize: 1 }, reply: [roasters] },
  ],
  provocations: { businessInvalid: { parameters: { businessId: 799999 } } },

  invalid: {
    parameters: { pageSize: 101 },
    message: 'pageSize must be at most 100',
    violations: [{ pointer: '', parameter: 'pageSize', limit: 100, actual: 101 }],
  },
  foreign: { businessId: foreignAccount('businessId', errors.businessInvalid) },
};
