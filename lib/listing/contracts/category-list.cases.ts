/** Requests of get category list against the demo data. */
import type { Cases } from '../../contract/cases.ts';
import * as errors from '../../contract/error-rows.ts';
import { foreignLocation } from '../../contract/foreign.ts';
import type { categoryList } from './category-list.ts';

export const categoryListCases: Cases<typeof categoryList> = {
  parameters: { businessNumber: 700101, sourceName: 'VENDOR', countryCode: 'US' },
  examples: [
    {
      summary: 'Hotels of our own profile page, two of them',
      parameters: { searchStr: 'hotel', sindex: 2, count: 2 },
      reply: [
        { id: 'casino_hotel', name: 'Casino hotel', primary: false },
        { id: 'extended_stay_hotel', name: 'Extended stay hotel', primary: false },
      ],
    },
    {
      summary: 'Specialities of doctors',
      parameters: { sourceName: 'HEALTHCARE', searchStr: 'pediatric card' },
      reply: [{ id: 'pediatric_cardiology', name: 'Pediatric cardiology' }],
    },
  ],
  provocations: { businessInvalid: { parameters: { businessNumber: 799999 } } },
  invalid: {
    parameters: { sourceName: 'DELTA' },
    message: 'sourceName must be one of ALPHA, BETA, GAMMA, MAPS, VENDOR, HEALTHCARE',
    violations: [{ pointer: '', parameter: 'sourceName' }],
  },
  foreign: {
    businessNumber: foreignLocation('businessNumber', errors.businessInvalid),
  },
};
