/** Requests of get service mapping against the demo data. */
import type { Cases } from '../../contract/cases.ts';
import * as errors from '../../contract/error-rows.ts';
import { foreignLocation } from '../../contract/foreign.ts';
import { espresso, pourOver } from './demo.cases.ts';
import type { getServiceMapping } from './get-service-mapping.ts';

export const getServiceMappingCases: Cases<typeof getServiceMapping> = {
  parameters: { businessId: 700102 },
  examples: [
    { summary: 'A coffee shop', reply: { 'Coffee shop': [pourOver, espresso] } },
    { summary: 'Nothing is mapped', parameters: { businessId: 700101 }, reply: {} },
  ],
  provocations: { businessInvalid: { parameters: { businessId: 700100 } } },
  foreign: { businessId: foreignLocation('businessId', errors.businessInvalid) },
};
