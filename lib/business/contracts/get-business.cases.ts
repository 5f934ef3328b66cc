/** Requests of get business against the demo data. */
import type { Cases } from '../../contract/cases.ts';
import * as errors from '../../contract/error-rows.ts';
import { foreignLocation } from '../../contract/foreign.ts';
import type { getBusiness } from './get-business.ts';

export const getBusinessCases: Cases<typeof getBusiness> = {
  parameters: { businessId: 700101 },
  examples: [
    {
      summary: 'Some fields of a location',
      parameters: { fields: 'name,status,type,location.city,hoursOfOperations.day' },
      reply: {
        status: 'active',
        type: 'Enterprise-Location',
        name: 'Copper Kettle Grill',
        hoursOfOperations: [0, 1, 2, 3, 4, 5, 6].map((day) => ({ day: String(day) })),
        location: { city: 'Atascadero' },
      },
    },
    {
      summary: 'An account',
      parameters: { businessId: 700100 },
      varies: ['updatedAt'],
      reply: {
        businessId: 700100,
        accountNumber: 700100,
        type: 'Enterprise',
        status: 'active',
        baseUrl: '',
        reviewCount: 128,
        avgRating: 3.8,
        aggrOptions: 1,
        createdAt: '2025-01-06T09:00:00.000Z',
        updatedAt: '2025-01-06T09:00:00.000Z',
        parent: null,
        hierarchyLevels: ['Region', 'State', 'City'],
        name: 'Copper Kettle Hospitality',
        emailId: '',
        phone: '',
        websiteUrl: 'https://copperkettle.example/',
        services: '',
        location: { zip: '', countryCode: '' },
      },
    },
  ],
  provocations: { businessInvalid: { parameters: { businessId: 799999 } } },
  invalid: {
    parameters: { fields: 'x'.repeat(4001) },
    message: 'fields must have at most 4000 characters',
    violations: [{ pointer: '', parameter: 'fields', limit: 4000, actual: 4001 }],
  },
  foreign: {
    businessId: foreignLocation('businessId', errors.businessInvalid),
  },
};
