/** Requests of create competitor against the demo data. */
import type { Cases } from '../../contract/cases.ts';
import * as errors from '../../contract/error-rows.ts';
import { foreignLocation } from '../../contract/foreign.ts';
import type { createCompetitor } from './create-competitor.ts';

const businessName = 'Ember and Oak Riverside';
const body = {
  businessName,
  zip: '93401',
  phone: '(805) 555-0182',
  countryCode: 'US',
  address1: '12 River Walk',
  city: 'San Luis Obispo',
  state: 'CA',
  alias: 'Riverside',
  competitorId: 710100,
};
const brand = { businessName: 'Copper Pan Group' };
const invalidAt = (pointer: string) => [{ pointer }];

export const createCompetitorCases: Cases<typeof createCompetitor> = {
  parameters: { businessId: 700101 },
  examples: [
    {
      summary: 'A location of a brand, which competes with one location',
      body,
      reply: {
        competitorId: 710100,
        compAccountId: 412345678901234,
        templateid: 0,
        isAggregationRequired: 1,
        type: 'Enterprise-Location-Competitor',
        businessNumber: 700100,
        businessAlreadyPresent: false,
      },
      varies: ['compAccountId'],
    },
    {
      summary: 'A brand',
      parameters: { businessId: 700100 },
      body: brand,
      reply: {
        competitorId: 412345678901235,
        compAccountId: null,
        templateid: 0,
        isAggregationRequired: 0,
        type: 'Enterprise-Competitor',
        businessNumber: 700100,
        businessAlreadyPresent: false,
      },
      varies: ['competitorId'],
    },
    {
      summary: 'The first brand of an account',
      parameters: { businessId: 700300 },
      body: brand,
      reply: {
        competitorId: 412345678901236,
        compAccountId: null,
        templateid: 0,
        isAggregationRequired: 0,
        type: 'Enterprise-Competitor',
        businessNumber: 700300,
        businessAlreadyPresent: false,
      },
      varies: ['competitorId'],
    },
    {
      summary: 'A brand that exists already',
      parameters: { businessId: 700100 },
      body: { businessName: 'EMBER and Oak Group ' },
      reply: {
        competitorId: 710100,
        compAccountId: null,
        templateid: 0,
        isAggregationRequired: 0,
        type: 'Enterprise-Competitor',
        businessNumber: 700100,
        businessAlreadyPresent: true,
      },
    },
  ],
  provocations: {
    nameBlank: { body: { ...body, businessName: ' ' }, violations: invalidAt('/businessName') },
    nameTooShort: {
      body: { ...body, businessName: 'Ox' },
      violations: [{ pointer: '/businessName', limit: 3, actual: 2 }],
    },
    nameTooLong: {
      body: { ...body, businessName: 'x'.repeat(251) },
      violations: [{ pointer: '/businessName', limit: 250, actual: 251 }],
    },
    zipMissing: { body: { businessName, competitorId: 710100 }, violations: invalidAt('/zip') },
    zipBlank: { body: { ...body, zip: '' }, violations: invalidAt('/zip') },
    zipTooLong: { body: { ...body, zip: '93401-12345' }, violations: [{ pointer: '/zip', limit: 10, actual: 11 }] },
    phoneInvalid: { body: { ...body, phone: '805-555-0182' }, violations: invalidAt('/phone') },
    businessInvalid: { parameters: { businessId: 799999 } },
  },
  invalid: {
    body: { ...body, countryCode: 'ZZ' },
    message: 'countryCode must be a 2-character country code (ISO 3166)',
    violations: invalidAt('/countryCode'),
  },
  foreign: {
    businessId: foreignLocation('businessId', errors.businessInvalid, brand),
    competitorId: {
      foreign: { body: { ...body, competitorId: 810100 } },
      absent: { body: { ...body, competitorId: 819999 } },
      code: errors.businessInvalid.code,
    },
  },
};
