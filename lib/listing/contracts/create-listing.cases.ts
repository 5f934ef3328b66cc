/** Requests of create listing against the demo data. */
import type { Cases } from '../../contract/cases.ts';
import { foreignLocation } from '../../contract/foreign.ts';
import * as laterErrors from '../../contract/later-error-rows.ts';
import type { createListing } from './create-listing.ts';
import { leastListing, listingInvalid, listingProvocations } from './listing.provocations.ts';
import examples from './listing-examples.json' with { type: 'json' };

export const createListingCases: Cases<typeof createListing> = {
  parameters: { businessNumber: 700101 },
  examples: [
    {
      summary: 'A restaurant is published',
      body: examples.restaurantCreated.body,
      reply: examples.restaurantCreated.reply,
      ofDemo: true,
    },
  ],
  provocations: {
    ...listingProvocations,
    statusNotChangeable: { parameters: { businessNumber: 700107 }, body: leastListing },
  },
  invalid: listingInvalid,
  foreign: { businessNumber: foreignLocation('businessNumber', laterErrors.businessNotFound, leastListing) },
};
