/** Requests of publish listing against the demo data. */
import type { Cases } from '../../contract/cases.ts';
import { foreignListing } from '../../contract/foreign.ts';
import * as laterErrors from '../../contract/later-error-rows.ts';
import type { publishListing } from './publish-listing.ts';

export const publishListingCases: Cases<typeof publishListing> = {
  parameters: { b_id: 700101 },
  examples: [
    { summary: 'A deactivated listing is published again', reply: {}, ofDemo: true },
    { summary: 'A listing that is already published', parameters: { b_id: 700104 }, reply: {}, ofDemo: true },
  ],
  provocations: {
    businessNotFound: { parameters: { b_id: 799999 } },
    listingMissing: { parameters: { b_id: 700102 } },
    statusNotChangeable: { parameters: { b_id: 700107 } },
  },
  invalid: {
    parameters: { validateOnly: 'maybe' },
    message: 'validateOnly must be true or false',
    violations: [{ pointer: '', parameter: 'validateOnly' }],
  },
  foreign: { b_id: foreignListing('b_id', laterErrors.businessNotFound) },
};
