/** Requests of set service mapping against the demo data. */
import type { Cases } from '../../contract/cases.ts';
import * as errors from '../../contract/error-rows.ts';
import { foreignLocation } from '../../contract/foreign.ts';
import { DEMO } from './demo.cases.ts';
import type { setServiceMapping } from './set-service-mapping.ts';

const body = { 'Coffee shop': [DEMO.espresso, DEMO.catering], Bakery: [DEMO.catering] };

export const setServiceMappingCases: Cases<typeof setServiceMapping> = {
  parameters: { businessId: 700102 },
  examples: [
    { summary: 'Two categories', body, reply: {} },
    { summary: 'None', body: {}, reply: {} },
  ],
  provocations: {
    businessInvalid: { parameters: { businessId: 700100 } },
    categoryNotAtLocation: {
      body: { Florist: [DEMO.espresso] },
      message: 'The location does not have this alpha category: Florist',
    },
    serviceNotFound: { body: { Bakery: [DEMO.absent] }, message: `Service id is invalid: ${DEMO.absent}` },
  },
  invalid: {
    body: { Bakery: { id: DEMO.espresso } },
    message: 'Bakery must be a list of service ids',
    violations: [{ pointer: '/Bakery' }],
  },
  foreign: { businessId: foreignLocation('businessId', errors.businessInvalid, {}) },
};
