/** Requests of get listing against the demo data. */
import type { Cases } from '../../contract/cases.ts';
import { foreignLocation } from '../../contract/foreign.ts';
import * as laterErrors from '../../contract/later-error-rows.ts';
import type { getListing } from './get-listing.ts';
import examples from './listing-examples.json' with { type: 'json' };

export const getListingCases: Cases<typeof getListing> = {
  parameters: { businessNumber: 700201 },
  examples: [
    { summary: 'The listing of a clinic', reply: examples.clinic },
    {
      summary: 'A location without a listing',
      parameters: { businessNumber: 700107 },
      reply: examples.popUp,
    },
  ],
  provocations: { businessNotFound: { parameters: { businessNumber: 799999 } } },
  foreign: { businessNumber: foreignLocation('businessNumber', laterErrors.businessNotFound) },
};
