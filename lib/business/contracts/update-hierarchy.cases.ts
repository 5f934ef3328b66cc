/** Requests of update hierarchy against the demo data. */
import type { Cases } from '../../contract/cases.ts';
import * as errors from '../../contract/error-rows.ts';
import { foreignLocation } from '../../contract/foreign.ts';
import type { updateHierarchy } from './update-hierarchy.ts';

const body = { Region: 'Pacific', City: 'Auckland' };

export const updateHierarchyCases: Cases<typeof updateHierarchy> = {
  parameters: { businessId: 700105 },
  examples: [
    { summary: 'A mapping to two levels', ofDemo: true, body, reply: {} },
    { summary: 'No mapping', body: {}, reply: {} },
  ],
  provocations: {
    businessInvalid: { parameters: { businessId: 799999 } },
    notALocation: { parameters: { businessId: 700100 } },
    levelUnknown: { body: { Planet: 'Earth' } },
    // It needs a record that is nearly full.
    recordTooLarge: { unprovoked: 'test/functions/business/update-hierarchy.test.ts' },
  },
  invalid: {
    body: { Region: 'Pacific', City: ' ' },
    message: 'City must not be blank',
    violations: [{ pointer: '/City' }],
  },
  foreign: {
    businessId: foreignLocation('businessId', errors.businessInvalid, { Country: 'US' }),
  },
};
