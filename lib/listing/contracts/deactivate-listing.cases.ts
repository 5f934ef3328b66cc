/** Requests of deactivate listing against the demo data. */
import type { Cases } from '../../contract/cases.ts';
import { foreignLocation } from '../../contract/foreign.ts';
import * as laterErrors from '../../contract/later-error-rows.ts';
import type { deactivateListing } from './deactivate-listing.ts';

export const deactivateListingCases: Cases<typeof deactivateListing> = {
  parameters: { businessNumber: 700101 },
  examples: [
    { summary: 'A location without a published listing', reply: {} },
    { summary: 'A published listing is deactivated', parameters: { businessNumber: 700201 }, reply: {} },
  ],
  provocations: { businessNotFound: { parameters: { businessNumber: 799999 } } },
  invalid: {
    parameters: { validateOnly: 'maybe' },
    message: 'validateOnly must be true or false',
    violations: [{ pointer: '', parameter: 'validateOnly' }],
  },
  foreign: { businessNumber: foreignLocation('businessNumber', laterErrors.businessNotFound) },
};
